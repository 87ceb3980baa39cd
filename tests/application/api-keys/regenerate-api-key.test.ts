import * as E from "fp-ts/Either";
import { regenerateApiKey } from "../../../src/application/api-keys/regenerate-api-key";
import { keyRealm, typed } from "../../support/application/key-realm";

test("a new key ends the old one, for its holder or for the password", async () => {
  const { ben, keyOf, enter } = await keyRealm();
  expect(await ben.isRefused(regenerateApiKey, typed(undefined))).toBe("Enter your password again.");
  expect(await ben.does(regenerateApiKey, "has the key")).toBe(keyOf(ben, 2));
  expect(await ben.does(regenerateApiKey, typed("right"))).toBe(keyOf(ben, 3));
  expect(E.isLeft(await enter("ben@example.com", keyOf(ben, 2)))).toBe(true);
  expect(E.isRight(await enter("ben@example.com", keyOf(ben, 3)))).toBe(true);
});
