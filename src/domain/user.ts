import * as t from "io-ts";
import { type Bot, botCodec, botDefaults } from "./bot";
import { dictionary, entity, listOf, nullable, oneOf, optional, withDefaults } from "./codec";
import { type ProfileValue, profileValueCodec } from "./profile-field";
import { type Role, roleCodec } from "./role";
import { defaultUserSettings, type UserSettings, userSettingsCodec } from "./user-settings";
import { noStatus, type UserStatus, userStatusCodec } from "./user-status";

type AvatarSource = "generated" | "gravatar" | "upload";

/** How a user is shown in small. */
interface Avatar {
  readonly source: AvatarSource;
  /** Grows with each change. */
  readonly version: number;
  /** The name of the file, where they uploaded one. */
  readonly file?: string;
}

/** An avatar's pictures are files of the avatar's name with these endings. */
export const avatarFileEndings = [".png", "-medium.png"] as const;

/** Someone whose messages a user doesn't want to see. */
export interface MutedUser {
  readonly userId: number;
  /** Unix seconds. */
  readonly since: number;
}

/** A person or bot of a realm. API §2.2. */
export interface User {
  readonly id: number;
  /** The real address. */
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly isActive: boolean;
  /** Whether the profile was removed when the user was deactivated. */
  readonly isDeleted: boolean;
  /** Null for a person. */
  readonly bot: Bot | null;
  /** Bots of the server, such as the notification bot: known to all, member of nothing. */
  readonly isSystemBot: boolean;
  readonly timezone: string;
  /** Unix milliseconds. */
  readonly joinedAt: number;
  /** Whether somebody else made the account, and nobody has logged in to it: they join when they do. API §2.2. */
  readonly awaitsFirstLogin: boolean;
  readonly avatar: Avatar;
  /** The API key is derived from this; it grows when the key is regenerated or ended. */
  readonly apiKeyVersion: number;
  /** When the API key was made, in Unix milliseconds; 0 for one from before that was noted. */
  readonly apiKeyMadeAt: number;
  /** How many second factors they have: with any, a password alone lets nobody in. */
  readonly secondFactors: number;
  readonly isImportedStub: boolean;
  /** A permission beside roles, which only whoever runs the server gives. API §4.8. */
  readonly canChangeUserEmails: boolean;
  /** Values of custom profile fields by field id. */
  readonly profile: Readonly<Record<string, ProfileValue>>;
  readonly settings: UserSettings;
  /** Names of the settings that they chose themselves. */
  readonly chosenSettings: readonly string[];
  readonly status: UserStatus;
  readonly alertWords: readonly string[];
  readonly mutedUsers: readonly MutedUser[];
}

const avatarCodec = entity<Avatar>({
  source: oneOf("generated", "gravatar", "upload"),
  version: t.number,
  file: optional(t.string),
});

export const mutedUserCodec = entity<MutedUser>({ userId: t.number, since: t.number });

/** What was stored before a setting was there has its default. */
export const userCodec = entity<User>({
  id: t.number,
  email: t.string,
  fullName: t.string,
  role: roleCodec,
  isActive: t.boolean,
  isDeleted: t.boolean,
  bot: nullable(withDefaults(botCodec, botDefaults)),
  isSystemBot: t.boolean,
  timezone: t.string,
  joinedAt: t.number,
  awaitsFirstLogin: t.boolean,
  avatar: avatarCodec,
  apiKeyVersion: t.number,
  apiKeyMadeAt: t.number,
  secondFactors: t.number,
  isImportedStub: t.boolean,
  canChangeUserEmails: t.boolean,
  profile: dictionary(profileValueCodec),
  settings: withDefaults(userSettingsCodec, defaultUserSettings),
  chosenSettings: listOf(t.string),
  status: withDefaults(userStatusCodec, noStatus),
  alertWords: listOf(t.string),
  mutedUsers: listOf(mutedUserCodec),
});

/** What stands for fields of a user that came later than they were stored. */
export const laterUserFields = { apiKeyMadeAt: 0, secondFactors: 0 } as const;

/** What a user is called whose profile was removed. API §4.12. */
export const deletedUserName = "Deleted user";

/** The address of the form `user12@host`, which names a user without telling their real address. API §4.4. */
export const dummyEmail = (userId: number, realmHost: string): string => `user${userId}@${realmHost}`;

const withoutPort = (host: string): string => host.toLowerCase().replace(/:\d+$/, "");

/** The user id in a dummy address of this realm, if it is one; some clients take the port for a part of the host. */
export const userIdOfDummyEmail = (email: string, realmHost: string): number | undefined => {
  const match = /^user(\d{1,15})@(.+)$/i.exec(email);
  return match?.[1] !== undefined && withoutPort(match[2] ?? "") === withoutPort(realmHost)
    ? Number(match[1])
    : undefined;
};
