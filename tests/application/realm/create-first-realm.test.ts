import { createFirstRealm } from "../../../src/application/realm/create-first-realm";
import { hasRealm } from "../../../src/application/realm/has-realm";
import { openFirstRealm } from "../../../src/application/realm/open-first-realm";
import { emptyServer, takenMeanwhile, wanted } from "../../support/application/empty-server";
import { refusalOf, successOf } from "../../support/application/memory-application";

test("the printed link founds the first realm, and then no other", async () => {
  const { services, made, token } = await emptyServer();
  expect(await hasRealm(services)()).toBe(false);
  successOf(await openFirstRealm(services)(token)());
  const { generatedPassword } = successOf(await createFirstRealm(services)(token, wanted)());
  expect(generatedPassword).toBeUndefined();
  expect(await hasRealm(services)()).toBe(true);
  for (const outcome of [
    await openFirstRealm(services)(token)(),
    await createFirstRealm(services)(token, wanted)(),
  ])
    expect(outcome).toMatchObject({ left: { problem: "used" } });
  expect(made).toHaveLength(1);
});

test("a forged link or a weak password creates no organization", async () => {
  const { services, made, token } = await emptyServer();
  expect(await openFirstRealm(services)("forged")()).toMatchObject({ left: { problem: "unknown" } });
  expect(await createFirstRealm(services)("forged", wanted)()).toMatchObject({
    left: { problem: "unknown" },
  });
  refusalOf(await createFirstRealm(services)(token, { ...wanted, ownerPassword: "password" })());
  expect(made).toEqual([]);
});

test("a link is used up if a command creates the first realm meanwhile", async () => {
  const { services, token } = await emptyServer();
  expect(await createFirstRealm(takenMeanwhile(services))(token, wanted)()).toMatchObject({
    left: { problem: "used" },
  });
});
