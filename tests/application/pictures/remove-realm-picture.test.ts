import { removeRealmPicture } from "../../../src/application/pictures/remove-realm-picture";
import { setRealmPicture } from "../../../src/application/pictures/set-realm-picture";
import type { RealmPictureName } from "../../../src/domain/realm/realm";
import { cat, pictureRealm } from "../../support/application/picture-realm";

test.each<[RealmPictureName]>([["icon"], ["logo"], ["nightLogo"]])(
  "administrators remove the organization's pictures: %s",
  async (name) => {
    const { ada, ben, state } = await pictureRealm();
    await ada.does(setRealmPicture, name, cat);
    expect(await ben.isRefused(removeRealmPicture, name)).toBe("Must be an organization administrator");
    await ada.does(removeRealmPicture, name);
    expect((await state()).realm.pictures[name]).toEqual({ file: null, version: 3 });
  },
);
