import { pictureAddress } from "../../../domain/files/file-key";
import type { Realm, RealmPictureName } from "../../../domain/realm/realm";

const defaultPicture = "/static/images/realm-icon.svg";

/** The URL of the organization's icon or logo. */
export const realmPictureUrl = ({ id, pictures }: Realm, name: RealmPictureName): string => {
  const { file, version } = pictures[name];
  return file === null ? defaultPicture : `${pictureAddress(id, file)}?version=${version}`;
};

/** A picture's URL and source under their wire names, such as `icon_url` and `night_logo_source`. */
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
