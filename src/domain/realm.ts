import * as t from "io-ts";
import { each, entity, nullable, withDefaults } from "./codec";
import type { GroupSetting } from "./group-setting";
import { defaultRealmPermissions, type RealmPermission, realmPermissionsCodec } from "./realm-permission";
import { defaultRealmSettings, type RealmSettings, realmSettingsCodec } from "./realm-settings";
import { defaultUserSettings, type UserSettings, userSettingsCodec } from "./user-settings";

/** A picture that an organization may have of its own. */
interface RealmPicture {
  /** The name of its file; null where the server's own is shown. */
  readonly file: string | null;
  /** Grows with each change. */
  readonly version: number;
}

/** Files of pictures have at most so many mebibytes: avatars, emoji, icons and logos. */
export const largestPictureMib = 5;

/** What a realm shows itself by. */
export const realmPictures = ["icon", "logo", "nightLogo"] as const;
export type RealmPictureName = (typeof realmPictures)[number];

const noPicture: RealmPicture = { file: null, version: 1 };
/** The server's own, for all of them. */
export const noPictures: Readonly<Record<RealmPictureName, RealmPicture>> = {
  icon: noPicture,
  logo: noPicture,
  nightLogo: noPicture,
};

/** An organization: everything else belongs to one. */
export interface Realm {
  readonly id: number;
  /** The first label of its host name; empty for the realm at the server's own address. */
  readonly subdomain: string;
  readonly uuid: string;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly isDeactivated: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly settings: RealmSettings;
  readonly permissions: Readonly<Record<RealmPermission, GroupSetting>>;
  /** The personal settings that new users begin with. */
  readonly userDefaults: UserSettings;
  readonly pictures: Readonly<Record<RealmPictureName, RealmPicture>>;
}

const realmPictureCodec = entity<RealmPicture>({ file: nullable(t.string), version: t.number });
export const realmPicturesCodec = entity<Realm["pictures"]>(each(realmPictures, realmPictureCodec));

/** What is known of a realm without its settings. */
export const realmNameFields = {
  id: t.number,
  subdomain: t.string,
  uuid: t.string,
  name: t.string,
  isDeactivated: t.boolean,
  createdAt: t.number,
};

/** What was stored before a setting was there has its default. */
export const realmCodec = entity<Realm>({
  ...realmNameFields,
  description: t.string,
  renderedDescription: t.string,
  settings: withDefaults(realmSettingsCodec, defaultRealmSettings),
  permissions: withDefaults(realmPermissionsCodec, defaultRealmPermissions),
  userDefaults: withDefaults(userSettingsCodec, defaultUserSettings),
  pictures: withDefaults(realmPicturesCodec, noPictures),
});

/** Lengths in code points. */
export const realmLimits = { nameLength: 40, descriptionLength: 1000, welcomeLength: 8000 } as const;
