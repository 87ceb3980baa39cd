import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { reactivateUser } from "../../../src/application/accounts/reactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import { setRealmPicture } from "../../../src/application/pictures/set-realm-picture";
import type { RealmPictureName } from "../../../src/domain/realm/realm";
import { cat, notPictures, pictureRealm, text } from "../../support/application/picture-realm";

test.each<[RealmPictureName, string]>([
  ["icon", "png:cat 100"],
  ["logo", "png:cat 800 × 100"],
  ["nightLogo", "png:cat 800 × 100"],
])("administrators set the organization's pictures: %s", async (name, content) => {
  const { ada, ben, see, eventsOf, state } = await pictureRealm();
  expect(await ben.isRefused(setRealmPicture, name, cat)).toBe("Must be an organization administrator");
  const [event] = await eventsOf(() => ada.does(setRealmPicture, name, cat));
  const file = (await state()).realm.pictures[name].file ?? "";
  expect(event).toEqual({ type: "realm_changed", change: { pictures: { [name]: { file, version: 2 } } } });
  expect(await see(file)).toBe(content);
});

test.each(notPictures)(
  "refuses files that aren't pictures and stores nothing: %s",
  async (words, message) => {
    const { ada, stored, eventsOf } = await pictureRealm();
    const events = await eventsOf(async () => {
      expect(await ada.isRefused(setRealmPicture, "logo", text(words))).toBe(message);
    });
    expect([events, await stored()]).toEqual([[], []]);
  },
);

test("a missing picture is asked for by its name", async () => {
  const { ada } = await pictureRealm();
  expect(await ada.isRefused(setRealmPicture, "icon", undefined)).toBe("You must upload exactly one icon.");
  for (const name of ["logo", "nightLogo"] as const)
    expect(await ada.isRefused(setRealmPicture, name, undefined)).toBe("You must upload exactly one logo.");
});

test("a picture leaves nothing behind if its uploader lost the right meanwhile", async () => {
  const { ada, owner, services, stored } = await pictureRealm();
  const { files } = services;
  const put = files.put.bind(files);
  jest.spyOn(files, "put").mockImplementation(async (key, content) => {
    const size = await put(key, content);
    await owner.does(deactivateUser, { userId: ada.id, actions: noDeactivationActions, comment: undefined });
    return size;
  });
  for (const name of ["icon", "logo"] as const) {
    expect((await setRealmPicture(services)(ada, name, cat)())._tag).toBe("Left");
    expect(await stored()).toEqual([]);
    await owner.does(reactivateUser, ada.id);
  }
});
