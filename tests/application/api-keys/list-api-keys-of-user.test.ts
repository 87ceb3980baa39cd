import { endOwnApiKey } from "../../../src/application/api-keys/end-own-api-key";
import { listApiKeysOfUser } from "../../../src/application/api-keys/list-api-keys-of-user";
import { listOwnApiKeys } from "../../../src/application/api-keys/list-own-api-keys";
import { aMoment } from "../../support/application/fakes";
import { keyRealm } from "../../support/application/key-realm";

test("the list says when a key was made and last used, by the hour and network", async () => {
  const { ada, ben, cleo, keyOf, enter, clock, services } = await keyRealm();
  expect(await ben.does(listOwnApiKeys)).toEqual([{ madeAt: null, lastUse: undefined }]);
  clock.advance(90 * 60_000);
  await enter("ben@example.com", keyOf(ben));
  await services.keyUseLog.flush();
  const [facts] = await ada.does(listApiKeysOfUser, ben.id);
  expect(facts).toMatchObject({ madeAt: null, lastUse: { usedAt: aMoment + 60 * 60_000, client: "test" } });
  await ben.does(endOwnApiKey);
  expect(await ben.does(listOwnApiKeys)).toEqual([{ madeAt: clock.now(), lastUse: undefined }]);
  expect(await cleo.isRefused(listApiKeysOfUser, ben.id)).toBe("Insufficient permission");
});
