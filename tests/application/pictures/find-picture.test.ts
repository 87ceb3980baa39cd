import { findPicture } from "../../../src/application/pictures/find-picture";
import { setAvatar } from "../../../src/application/pictures/set-avatar";
import { cat, notFound, pictureRealm } from "../../support/application/picture-realm";

test("only names of pictures are looked up, in their own realm", async () => {
  const { ben, services, realmId, see } = await pictureRealm();
  const { avatar } = await ben.does(setAvatar, cat);
  const name = `${"file" in avatar ? avatar.file : ""}.png`;
  expect(await findPicture(services)(realmId, name)()).toMatchObject({ _tag: "Right" });
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
