import { pictureAddress } from "../../../domain/file-key";
import type { Realm, RealmPictureName } from "../../../domain/realm";

const defaultPicture = "/static/images/realm-icon.svg";

/** Where the organization's icon or logo is. */
export const realmPictureUrl = ({ id, pictures }: Realm, name: RealmPictureName): string => {
  const { file, version } = pictures[name];
  return file === null ? defaultPicture : `${pictureAddress(id, file)}?version=${version}`;
};

/** Under the wire's names: `icon_url`, `night_logo_source` ... */
export const encodeRealmPicture = (
  realm: Realm,
  name: RealmPictureName,
  prefix = "",
): Record<string, unknown> => {
  const wireName = { icon: "icon", logo: "logo", nightLogo: "night_logo" }[name];
  const byDefault = name === "icon" ? "G" : "D";
  return {
    [`${prefix}${wireName}_url`]: realmPictureUrl(realm, name),
    [`${prefix}${wireName}_source`]: realm.pictures[name].file === null ? byDefault : "U",
  };
};
