import { fetchOwnApiKey } from "../../../src/application/api-keys/fetch-own-api-key";
import { keyRealm, typed } from "../../support/application/key-realm";

test("the key is shown for the password, which the audit log records", async () => {
  const { ben, keyOf, world } = await keyRealm();
  expect(await ben.isRefused(fetchOwnApiKey, typed("wrong"))).toBe("Wrong password!");
  expect(await ben.does(fetchOwnApiKey, typed("right"))).toBe(keyOf(ben));
  const filter = { kinds: ["user_api_key_shown"] };
  expect(await world.persistence.auditLog.page(ben.realmId, filter, undefined, 9)).toMatchObject([
    { target: { type: "user", id: ben.id } },
  ]);
});
