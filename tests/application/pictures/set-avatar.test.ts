import { setAvatar } from "../../../src/application/pictures/set-avatar";
import type { ImageEditor } from "../../../src/application/ports/pictures/image-editor";
import {
  avatarChangesDisabled,
  cat,
  notPictures,
  pictureRealm,
  scriptedImages,
  text,
} from "../../support/application/picture-realm";

test("an avatar is stored in two sizes, and its version grows with each change", async () => {
  const { ben, eventsOf, see } = await pictureRealm();
  const [event] = await eventsOf(() => ben.does(setAvatar, cat));
  const avatar = { source: "upload", version: 2, file: expect.stringMatching(/^[0-9a-f-]{36}$/) };
  expect(event).toEqual({ type: "user_changed", userId: ben.id, change: { avatar } });
  const { avatar: set } = await ben.does(setAvatar, cat);
  const file = "file" in set ? set.file : "";
  expect(set.version).toBe(3);
  expect([await see(`${file}.png`), await see(`${file}-medium.png`)]).toEqual(["png:cat 100", "png:cat 500"]);
});

test("if avatar changes are disabled, only administrators can set their own", async () => {
  const { ada, ben, set, stored } = await pictureRealm();
  await set({ avatarChangesDisabled: true });
  expect(await ben.isRefused(setAvatar, cat)).toBe(avatarChangesDisabled);
  expect(await stored()).toEqual([]);
  await ada.does(setAvatar, cat);
});

test("checks the setting again after the picture was processed", async () => {
  const { ben, set, services, user } = await pictureRealm();
  const slow: ImageEditor = {
    edit: async (...given) => {
      await set({ avatarChangesDisabled: true });
      return scriptedImages.edit(...given);
    },
  };
  const outcome = await setAvatar({ ...services, images: slow })(ben, cat)();
  expect(outcome).toMatchObject({ left: { message: avatarChangesDisabled } });
  expect((await user(ben)).avatar.version).toBe(1);
});

test.each([...notPictures, ["png:cut", "Image is corrupted or truncated"] as const])(
  "refuses files that aren't pictures and stores nothing: %s",
  async (words, message) => {
    const { ada, stored, eventsOf } = await pictureRealm();
    const events = await eventsOf(async () => {
      expect(await ada.isRefused(setAvatar, text(words))).toBe(message);
    });
    expect([events, await stored()]).toEqual([[], []]);
  },
);

test("a missing picture is asked for by its name", async () => {
  const { ada } = await pictureRealm();
  expect(await ada.isRefused(setAvatar, undefined)).toBe("You must upload exactly one avatar.");
});

test("an avatar leaves nothing behind if its second size can't be stored", async () => {
  const { ben, services, stored } = await pictureRealm();
  const { files } = services;
  const put = files.put.bind(files);
  const failing = jest.spyOn(files, "put").mockImplementation(async (key, content) => {
    if (key.includes("medium")) throw new Error("full");
    return put(key, content);
  });
  expect((await setAvatar({ ...services, onError: () => undefined })(ben, cat)())._tag).toBe("Left");
  failing.mockRestore();
  expect(await stored()).toEqual([]);
});
