import * as E from "fp-ts/Either";
import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { reactivateUser } from "../../../src/application/accounts/reactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import { findPicture } from "../../../src/application/pictures/find-picture";
import { openPicture } from "../../../src/application/pictures/open-picture";
import { removeAvatar } from "../../../src/application/pictures/remove-avatar";
import { removeRealmPicture } from "../../../src/application/pictures/remove-realm-picture";
import { setAvatar } from "../../../src/application/pictures/set-avatar";
import { setRealmPicture } from "../../../src/application/pictures/set-realm-picture";
import type {
  ImageEditor,
  ImageProblem,
  OpenImage,
} from "../../../src/application/ports/pictures/image-editor";
import type { RealmPictureName } from "../../../src/domain/realm/realm";
import { memoryRealm } from "../../support/application/memory-realm";
import { keysIn, textOf } from "../../support/application/uploads";

const text = (words: string) => Buffer.from(words);
/** Pictures begin with "png:"; an edited one says what was done to it. Others name their problem. */
const images: ImageEditor = {
  edit: async (_requester, source, work) => {
    const words = Buffer.from(await source.read()).toString();
    if (!words.startsWith("png:")) return E.left(words as ImageProblem);
    const opened: Pick<OpenImage, "square" | "within"> = {
      square: async (side) => (words === "png:cut" ? E.left("damaged") : E.right(text(`${words} ${side}`))),
      within: async (width, height) => E.right(text(`${words} ${width} × ${height}`)),
    };
    return work(opened as OpenImage);
  },
};
const cat = text("png:cat");
const realm = async () => {
  const found = await memoryRealm({ people: { ada: "administrator", ben: "member" } }, { images });
  const { services, realmId } = found;
  /** The content of a picture, or why there is none. */
  const see = async (name: string) => {
    const picture = await findPicture(services)(realmId, name)();
    if (picture._tag === "Left") return picture.left.message;
    const content = await openPicture(services)(picture.right)();
    return content._tag === "Left" ? content.left.message : textOf(content.right);
  };
  return { ...found, see, stored: () => keysIn(services.files) };
};
const notFound = "File not found.";
const problems: readonly [string, string][] = [
  ["no-image", "Could not decode image; did you upload an image file?"],
  ["too-large", "Image size exceeds limit."],
  ["damaged", "Image is corrupted or truncated"],
  ["png:cut", "Image is corrupted or truncated"],
];

test("an avatar is stored in two sizes, and its version grows with each change", async () => {
  const { ben, eventsOf, see } = await realm();
  const [event] = await eventsOf(() => ben.does(setAvatar, cat));
  const avatar = { source: "upload", version: 2, file: expect.stringMatching(/^[0-9a-f-]{36}$/) };
  expect(event).toEqual({ type: "user_changed", userId: ben.id, change: { avatar } });
  const { avatar: set } = await ben.does(setAvatar, cat);
  const file = "file" in set ? set.file : "";
  expect(set.version).toBe(3);
  expect([await see(`${file}.png`), await see(`${file}-medium.png`)]).toEqual(["png:cat 100", "png:cat 500"]);
});

test("without an avatar of their own, users have the organization's kind of picture", async () => {
  const { ben, set, user } = await realm();
  await ben.does(setAvatar, cat);
  await set({ defaultAvatarSource: "gravatar" });
  await ben.does(removeAvatar);
  expect((await user(ben)).avatar).toEqual({ source: "gravatar", version: 3 });
});

test("if avatar changes are disabled, only administrators can change their own", async () => {
  const { ada, ben, set, stored } = await realm();
  await set({ avatarChangesDisabled: true });
  const refusal = "Avatar changes are disabled in this organization.";
  expect(await ben.isRefused(setAvatar, cat)).toBe(refusal);
  expect(await ben.isRefused(removeAvatar)).toBe(refusal);
  expect(await stored()).toEqual([]);
  await ada.does(setAvatar, cat);
  await ada.does(removeAvatar);
});

test("checks the setting again after the picture was processed", async () => {
  const { ben, set, services, user } = await realm();
  const slow: ImageEditor = {
    edit: async (...given) => {
      await set({ avatarChangesDisabled: true });
      return images.edit(...given);
    },
  };
  const outcome = await setAvatar({ ...services, images: slow })(ben, cat)();
  expect(outcome).toMatchObject({ left: { message: "Avatar changes are disabled in this organization." } });
  expect((await user(ben)).avatar.version).toBe(1);
});

test.each(problems)("refuses files that aren't pictures and stores nothing: %s", async (words, message) => {
  const { ada, stored, eventsOf } = await realm();
  const events = await eventsOf(async () => {
    expect(await ada.isRefused(setAvatar, text(words))).toBe(message);
    if (words !== "png:cut") expect(await ada.isRefused(setRealmPicture, "logo", text(words))).toBe(message);
  });
  expect([events, await stored()]).toEqual([[], []]);
});

test("a missing picture is asked for by its name", async () => {
  const { ada } = await realm();
  expect(await ada.isRefused(setAvatar, undefined)).toBe("You must upload exactly one avatar.");
  expect(await ada.isRefused(setRealmPicture, "icon", undefined)).toBe("You must upload exactly one icon.");
  for (const name of ["logo", "nightLogo"] as const)
    expect(await ada.isRefused(setRealmPicture, name, undefined)).toBe("You must upload exactly one logo.");
});

test.each<[RealmPictureName, string]>([
  ["icon", "png:cat 100"],
  ["logo", "png:cat 800 × 100"],
  ["nightLogo", "png:cat 800 × 100"],
])("administrators set and remove the organization's pictures: %s", async (name, content) => {
  const { ada, ben, see, eventsOf, state } = await realm();
  expect(await ben.isRefused(setRealmPicture, name, cat)).toBe("Must be an organization administrator");
  const [event] = await eventsOf(() => ada.does(setRealmPicture, name, cat));
  const file = (await state()).realm.pictures[name].file ?? "";
  expect(event).toEqual({ type: "realm_changed", change: { pictures: { [name]: { file, version: 2 } } } });
  expect(await see(file)).toBe(content);
  expect(await ben.isRefused(removeRealmPicture, name)).toBe("Must be an organization administrator");
  await ada.does(removeRealmPicture, name);
  expect((await state()).realm.pictures[name]).toEqual({ file: null, version: 3 });
});

test("only names of pictures are looked up, in their own realm", async () => {
  const { ben, services, realmId, see } = await realm();
  const { avatar } = await ben.does(setAvatar, cat);
  const name = `${"file" in avatar ? avatar.file : ""}.png`;
  expect(await findPicture(services)(realmId + 1, name)()).toMatchObject({ left: { message: notFound } });
  for (const other of [
    `../${realmId}/${name}`,
    name.toUpperCase(),
    `${name}.svg`,
    "a.png",
    `a/b/c/d/${name}`,
  ])
    expect(await see(other)).toBe(notFound);
});

test("a picture leaves nothing behind if its uploader lost the right meanwhile, or its second size can't be stored", async () => {
  const { ada, ben, owner, services, stored } = await realm();
  const { files } = services;
  const put = files.put.bind(files);
  const demoted = jest.spyOn(files, "put").mockImplementation(async (key, content) => {
    const size = await put(key, content);
    await owner.does(deactivateUser, { userId: ada.id, actions: noDeactivationActions, comment: undefined });
    return size;
  });
  for (const name of ["icon", "logo"] as const) {
    expect((await setRealmPicture(services)(ada, name, cat)())._tag).toBe("Left");
    expect(await stored()).toEqual([]);
    await owner.does(reactivateUser, ada.id);
  }
  demoted.mockRestore();
  const failing = jest.spyOn(files, "put").mockImplementation(async (key, content) => {
    if (key.includes("medium")) throw new Error("full");
    return put(key, content);
  });
  expect((await setAvatar({ ...services, onError: () => undefined })(ben, cat)())._tag).toBe("Left");
  failing.mockRestore();
  expect(await stored()).toEqual([]);
});
