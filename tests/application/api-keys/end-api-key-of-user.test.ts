import { endApiKeyOfUser } from "../../../src/application/api-keys/end-api-key-of-user";
import { endOwnApiKey } from "../../../src/application/api-keys/end-own-api-key";
import { keyRealm } from "../../support/application/key-realm";

test("users end their own keys, and administrators and bots' owners those of others", async () => {
  const { ada, ben, cleo, owner, robot, user } = await keyRealm();
  await ben.does(endOwnApiKey);
  expect((await user(ben)).apiKeyVersion).toBe(2);
  await ada.does(endApiKeyOfUser, ben.id);
  expect((await user(ben)).apiKeyVersion).toBe(3);
  await ben.does(endApiKeyOfUser, robot.id);
  expect((await user(robot)).apiKeyVersion).toBe(2);
  expect(await cleo.isRefused(endApiKeyOfUser, ben.id)).toBe("Insufficient permission");
  expect(await cleo.isRefused(endApiKeyOfUser, robot.id)).toBe("Insufficient permission");
  expect(await ada.isRefused(endApiKeyOfUser, owner.id)).toBe("Insufficient permission");
});
