import * as t from "io-ts";
import { each, entity, nullable, withDefaults } from "../codec/codec";
import type { GroupSetting } from "../groups/group-setting";
import { type RealmId, realmIdCodec } from "../ids";
import { type UserSettings, userSettingsCodec } from "../users/user-settings";
import { defaultRealmPermissions, type RealmPermission, realmPermissionsCodec } from "./realm-permission";
import { type RealmSettings, realmSettingsCodec } from "./realm-settings";

/** An organization's icon or logo. */
interface RealmPicture {
  /** File name; null for the server's default picture. */
  readonly file: string | null;
  /** Increases with each change. */
  readonly version: number;
}

/** Size limit in MiB for files of avatars, emoji, icons and logos. */
export const largestPictureMib = 5;

/** The pictures of a realm. */
export const realmPictures = ["icon", "logo", "nightLogo"] as const;
export type RealmPictureName = (typeof realmPictures)[number];

const noPicture: RealmPicture = { file: null, version: 1 };
/** The server's default for every picture. */
export const noPictures: Readonly<Record<RealmPictureName, RealmPicture>> = {
  icon: noPicture,
  logo: noPicture,
  nightLogo: noPicture,
};

/** An organization. Everything else belongs to exactly one. */
export interface Realm {
  readonly id: RealmId;
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
  /** Initial personal settings of new users. */
  readonly userDefaults: UserSettings;
  readonly pictures: Readonly<Record<RealmPictureName, RealmPicture>>;
}

const realmPictureCodec = entity<RealmPicture>({ file: nullable(t.string), version: t.number });
export const realmPicturesCodec = entity<Realm["pictures"]>(each(realmPictures, realmPictureCodec));

/** Codecs of a realm's identity, without its settings. */
export const realmNameFields = {
  id: realmIdCodec,
  subdomain: t.string,
  uuid: t.string,
  name: t.string,
  isDeactivated: t.boolean,
  createdAt: t.number,
};

/** Decodes stored realms. Settings missing from older rows get their defaults. */
export const realmCodec = entity<Realm>({
  ...realmNameFields,
  description: t.string,
  renderedDescription: t.string,
  settings: realmSettingsCodec,
  permissions: withDefaults(realmPermissionsCodec, defaultRealmPermissions),
  userDefaults: userSettingsCodec,
  pictures: withDefaults(realmPicturesCodec, noPictures),
});

/** Lengths in code points. */
export const realmLimits = { nameLength: 40, descriptionLength: 1000, welcomeLength: 8000 } as const;
