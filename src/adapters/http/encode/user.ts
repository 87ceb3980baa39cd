import { createHash } from "node:crypto";
import { type BotType, botTypes } from "../../../domain/bot";
import { canSeeEmail } from "../../../domain/email";
import { pictureAddress } from "../../../domain/file-key";
import { allows, type Role } from "../../../domain/role";
import { dummyEmail, type User } from "../../../domain/user";
import type { RealmFacts } from "../request-context";

const roleNumbers: Readonly<Record<Role, number>> = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
};
export const encodeRole = (role: Role): number => roleNumbers[role];

/** The role that a number stands for. */
export const roleOfNumber = (wanted: number): Role | undefined =>
  (Object.keys(roleNumbers) as Role[]).find((role) => roleNumbers[role] === wanted);

export const encodeBotType = (type: BotType): number => botTypes.indexOf(type) + 1;

export const encodeAvatarSource = ({ avatar }: User): string =>
  ({ generated: "J", gravatar: "G", upload: "U" })[avatar.source];

/** For whom a user is written. */
export interface Reader {
  /** Undefined for somebody without an account. */
  readonly user: User | undefined;
  readonly realm: RealmFacts;
  /** Whether the client computes third-party avatar URLs by itself. */
  readonly clientGravatar: boolean;
}

/** The address that stands for the user in the API: the real one only where the reader may see it. API §2.2. */
export const apiEmail = (user: User, reader: Pick<Reader, "user" | "realm">): string =>
  canSeeEmail(reader.user, user) ? user.email : dummyEmail(user.id, reader.realm.host);

export const avatarUrl = (user: User, reader: Reader, size: "small" | "medium" = "small"): string | null => {
  const { file, version } = user.avatar;
  if (user.avatar.source === "upload" && file !== undefined)
    return `${pictureAddress(reader.realm.id, `${file}${size === "medium" ? "-medium" : ""}.png`)}?version=${version}`;
  if (user.avatar.source === "gravatar") {
    if (reader.clientGravatar && canSeeEmail(reader.user, user)) return null;
    const hash = createHash("md5").update(user.email.toLowerCase()).digest("hex");
    return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${user.avatar.version}`;
  }
  return `/avatar/${user.id}${size === "medium" ? "/medium" : ""}?version=${user.avatar.version}`;
};

/** A user as the API lists them. API §2.2. */
export const encodeUser = (user: User, reader: Reader, includeProfile = false): Record<string, unknown> => ({
  user_id: user.id,
  delivery_email: canSeeEmail(reader.user, user) ? user.email : null,
  email: apiEmail(user, reader),
  full_name: user.fullName,
  date_joined: new Date(user.joinedAt).toISOString(),
  is_active: user.isActive,
  is_owner: user.role === "owner",
  is_admin: allows(user.role, "administrator"),
  is_guest: user.role === "guest",
  is_bot: user.bot !== null,
  bot_type: user.bot ? encodeBotType(user.bot.type) : null,
  bot_owner_id: user.bot?.ownerId ?? null,
  role: encodeRole(user.role),
  timezone: user.timezone,
  avatar_url: avatarUrl(user, reader),
  avatar_version: user.avatar.version,
  is_imported_stub: user.isImportedStub,
  ...(user.isDeleted && { is_deleted: true }),
  ...(user.isSystemBot && { is_system_bot: true }),
  ...(includeProfile && user.bot === null && { profile_data: encodeProfile(user) }),
});

/** JSON of a user, by how readers differ: whether they see the address, and whether they compute pictures. */
interface WrittenUser {
  readonly realm: RealmFacts;
  readonly texts: (string | undefined)[];
}

const writtenUsers = new WeakMap<User, WrittenUser>();

/** A user with their profile in JSON: written once for all who see them alike, until something of them changes. */
export const writtenUser = (user: User, reader: Reader): string => {
  const known = writtenUsers.get(user);
  const written = known?.realm === reader.realm ? known : { realm: reader.realm, texts: [] };
  if (written !== known) writtenUsers.set(user, written);
  const variant = (canSeeEmail(reader.user, user) ? 1 : 0) + (reader.clientGravatar ? 2 : 0);
  const text = written.texts[variant] ?? JSON.stringify(encodeUser(user, reader, true));
  written.texts[variant] = text;
  return text;
};

/** How somebody is called whom the reader may not know. */
export const unknownUserName = "Unknown user";
export const unknownUserPicture = "/static/images/unknown-user.png";

/** A user whom the reader may not know, for clients that need everyone in their list: nothing but the id is told. */
export const encodeUnknownUser = (
  user: Pick<User, "id">,
  { realm }: Pick<Reader, "realm">,
): Record<string, unknown> => ({
  user_id: user.id,
  delivery_email: null,
  email: dummyEmail(user.id, realm.host),
  full_name: unknownUserName,
  date_joined: new Date(0).toISOString(),
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: encodeRole("member"),
  timezone: "",
  avatar_url: unknownUserPicture,
  avatar_version: 1,
  is_imported_stub: false,
  profile_data: {},
  is_inaccessible_user: true,
});

const encodeProfile = (user: User): object =>
  Object.fromEntries(
    Object.entries(user.profile).map(([fieldId, { value, renderedValue }]) => [
      fieldId,
      renderedValue === undefined ? { value } : { value, rendered_value: renderedValue },
    ]),
  );
