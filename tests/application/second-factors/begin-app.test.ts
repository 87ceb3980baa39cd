import { beginApp } from "../../../src/application/second-factors/begin-app";
import { factorTown } from "../../support/second-factors";

test("beginning an app shows a secret, its URI and a token, and changes nothing", async () => {
  const { ann, factors, eventsOf } = await factorTown();
  const events = await eventsOf(async () => {
    expect(await ann.does(beginApp)).toMatchObject({ secret: "secret", uri: "otpauth://totp/x" });
  });
  expect(events).toEqual([]);
  expect(await factors(ann)).toEqual([]);
});
