import * as E from "fp-ts/Either";
import { keyRealm } from "../../support/application/key-realm";
import { refusalOf, successOf } from "../../support/application/memory-application";

test("an address and its key authenticate their user, and the case of the address doesn't matter", async () => {
  const { ben, cleo, keyOf, enter } = await keyRealm();
  expect(successOf(await enter("BEN@example.com", keyOf(ben))).id).toBe(ben.id);
  for (const key of [keyOf(cleo), keyOf(ben, 2)])
    expect(refusalOf(await enter("ben@example.com", key))).toBe("Invalid API key");
  expect(refusalOf(await enter("nobody@example.com", keyOf(ben)))).toBe("Invalid API key");
  expect(refusalOf(await enter("ben@example.com", "short"))).toBe("Malformed API key");
});

test("no key opens a deactivated account or realm", async () => {
  const { ben, gone, keyOf, enter, append } = await keyRealm();
  expect(refusalOf(await enter("gone@example.com", keyOf(gone)))).toBe("Account is deactivated");
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  expect(refusalOf(await enter("ben@example.com", keyOf(ben)))).toBe(
    "This organization has been deactivated",
  );
});

test("where second factors are required, a key without one opens nothing", async () => {
  const { ben, robot, keyOf, enter, set } = await keyRealm();
  await set({ requireTwoFactors: true });
  expect(E.isLeft(await enter("ben@example.com", keyOf(ben)))).toBe(true);
  expect(E.isRight(await enter("robot@example.com", keyOf(robot)))).toBe(true);
});
