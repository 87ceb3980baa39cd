import { beginApp } from "../../../src/application/second-factors/begin-app";
import { realmWithFactors } from "../../support/application/second-factors";

test("beginning an app shows a secret, its URI and a token, and changes nothing", async () => {
  const { ann, factors, eventsOf } = await realmWithFactors();
  const events = await eventsOf(async () => {
    expect(await ann.does(beginApp)).toMatchObject({
      secret: "secret 1",
      uri: "otpauth://totp/Example%3Aann%40example.com?secret=secret%201",
    });
  });
  expect(events).toEqual([]);
  expect(await factors(ann)).toEqual([]);
});
