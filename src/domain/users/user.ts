import * as t from "io-ts";
import { type Bot, botCodec, botDefaults } from "../bots/bot";
import { dictionary, entity, listOf, nullable, oneOf, optional, withDefaults } from "../codec/codec";
import { memoized } from "../codec/memoized";
import { type UserId, userIdCodec } from "../ids";
import { type ProfileValue, profileValueCodec } from "../profile-fields/profile-field";
import { type Role, roleCodec } from "./role";
import { type UserSettings, userSettingNamesCodec, userSettingsCodec } from "./user-settings";
import { noStatus, type UserStatus, userStatusCodec } from "./user-status";

type AvatarSource = "generated" | "gravatar" | "upload";

/** A user's picture. */
interface Avatar {
  readonly source: AvatarSource;
  /** Grows with each change. */
  readonly version: number;
  /** The file's name, if the user uploaded one. */
  readonly file?: string;
}

/** Endings of an avatar's two files, the small and the medium size. */
export const avatarFileEndings = [".png", "-medium.png"] as const;

/** A user whose messages another one hides. */
export interface MutedUser {
  readonly userId: UserId;
  /** Unix seconds. */
  readonly since: number;
}

/** A person or bot of a realm. API §2.2. */
export interface User {
  readonly id: UserId;
  /** The real address. */
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly isActive: boolean;
  /** Whether the profile was removed when the user was deactivated. */
  readonly isDeleted: boolean;
  /** Null for a person. */
  readonly bot: Bot | null;
  /** The server's own bots, such as the notification bot: visible to everyone, members of no group. */
  readonly isSystemBot: boolean;
  readonly timezone: string;
  /** Unix milliseconds. */
  readonly joinedAt: number;
  /**
   * Whether somebody else made the account and nobody has logged in yet. The user joins at the first login. API §2.2.
   */
  readonly awaitsFirstLogin: boolean;
  readonly avatar: Avatar;
  /** The API key is derived from this version, which grows when the key is regenerated or ended. */
  readonly apiKeyVersion: number;
  /** When the API key was made, in Unix milliseconds; 0 for older keys, whose time is unknown. */
  readonly apiKeyMadeAt: number;
  /** The number of second factors. With any, a password alone doesn't log in. */
  readonly secondFactors: number;
  readonly isImportedStub: boolean;
  /** A permission apart from roles that only the server's operator grants. API §4.8. */
  readonly canChangeUserEmails: boolean;
  /** Values of custom profile fields by field id. */
  readonly profile: Readonly<Record<string, ProfileValue>>;
  readonly settings: UserSettings;
  /** Names of the settings that the user chose. */
  readonly chosenSettings: readonly string[];
  readonly status: UserStatus;
  readonly alertWords: readonly string[];
  readonly mutedUsers: readonly MutedUser[];
}

/** Who answers for a user: a bot's owner, or the user. */
export const answerableId = ({ id, bot }: Pick<User, "id" | "bot">): UserId => bot?.ownerId ?? id;

const avatarCodec = entity<Avatar>({
  source: oneOf("generated", "gravatar", "upload"),
  version: t.number,
  file: optional(t.string),
});

export const mutedUserCodec = entity<MutedUser>({ userId: userIdCodec, since: t.number });

/** Users stored before a setting existed get its default. */
export const userCodec = entity<User>({
  id: userIdCodec,
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
  settings: memoized(userSettingsCodec),
  chosenSettings: userSettingNamesCodec,
  status: withDefaults(userStatusCodec, noStatus),
  alertWords: listOf(t.string),
  mutedUsers: listOf(mutedUserCodec),
});

/** Defaults for fields that were added after some users were stored. */
export const laterUserFields = { apiKeyMadeAt: 0, secondFactors: 0 } as const;

/** The longest comment in the mail about the end of an account, in code points. */
export const longestFarewell = 2000;

/** The name of a user whose profile was removed. API §4.12. */
export const deletedUserName = "Deleted user";

/** An address of the form `user12@host`, which names a user without revealing the real address. API §4.4. */
export const dummyEmail = (userId: UserId, realmHost: string): string => `user${userId}@${realmHost}`;

const withoutPort = (host: string): string => host.toLowerCase().replace(/:\d+$/, "");

/**
 * The user id in a dummy address of this realm; undefined for other addresses. Some clients include the port in the
 * host.
 */
export const userIdOfDummyEmail = (email: string, realmHost: string): number | undefined => {
  const match = /^user(\d{1,15})@(.+)$/i.exec(email);
  return match?.[1] !== undefined && withoutPort(match[2] ?? "") === withoutPort(realmHost)
    ? Number(match[1])
    : undefined;
};
