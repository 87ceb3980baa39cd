import { removeAvatar } from "../../../src/application/pictures/remove-avatar";
import { setAvatar } from "../../../src/application/pictures/set-avatar";
import { avatarChangesDisabled, cat, pictureRealm } from "../../support/application/picture-realm";

test("users without an avatar have the organization's kind of picture", async () => {
  const { ben, set, user } = await pictureRealm();
  await ben.does(setAvatar, cat);
  await set({ defaultAvatarSource: "gravatar" });
  await ben.does(removeAvatar);
  expect((await user(ben)).avatar).toEqual({ source: "gravatar", version: 3 });
});

test("if avatar changes are disabled, only administrators can remove their own", async () => {
  const { ada, ben, set } = await pictureRealm();
  await ada.does(setAvatar, cat);
  await set({ avatarChangesDisabled: true });
  expect(await ben.isRefused(removeAvatar)).toBe(avatarChangesDisabled);
  await ada.does(removeAvatar);
});
