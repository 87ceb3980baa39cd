import { findPicture } from "../../../src/application/pictures/find-picture";
import { openPicture } from "../../../src/application/pictures/open-picture";
import { setRealmPicture } from "../../../src/application/pictures/set-realm-picture";
import type { ByteRange } from "../../../src/application/ports/files/file-store";
import { successOf } from "../../support/application/memory-application";
import { cat, notFound, pictureRealm } from "../../support/application/picture-realm";
import { textOf } from "../../support/application/uploads";

/** The organization's icon, found but not opened yet. */
const foundIcon = async () => {
  const realm = await pictureRealm();
  const { ada, services, realmId } = realm;
  const { pictures } = await ada.does(setRealmPicture, "icon", cat);
  const icon = successOf(await findPicture(services)(realmId, pictures.icon.file ?? "")());
  return { ...realm, icon };
};

test("opens a picture, or a part of it", async () => {
  const { services, icon } = await foundIcon();
  const open = async (part?: ByteRange) => textOf(successOf(await openPicture(services)(icon, part)()));
  expect([await open(), await open({ first: 4, last: 6 })]).toEqual(["png:cat 100", "cat"]);
});

test("a picture that was removed after it was found is refused", async () => {
  const { services, icon } = await foundIcon();
  await services.files.remove(icon.key);
  expect(await openPicture(services)(icon)()).toMatchObject({ left: { message: notFound } });
});
