import type { Realm, RealmPictureName } from "../../../domain/realm";

/** Where a picture of a realm's is: no login is needed, but its name isn't guessed. */
export const pictureUrl = (realmId: number, name: string): string => `/user_avatars/${realmId}/${name}`;

const defaultPicture = "/static/images/realm-icon.svg";

/** Where the organization's icon or logo is. */
export const realmPictureUrl = ({ id, pictures }: Realm, name: RealmPictureName): string => {
  const { file, version } = pictures[name];
  return file === null ? defaultPicture : `${pictureUrl(id, file)}?version=${version}`;
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
