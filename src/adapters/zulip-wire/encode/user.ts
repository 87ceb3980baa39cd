import { createHash } from "node:crypto";
import type { BotType } from "../../../domain/bots/bot";
import { pictureAddress } from "../../../domain/files/file-key";
import type { RealmId } from "../../../domain/ids";
import { canSeeEmail } from "../../../domain/users/email";
import { allows, type Role } from "../../../domain/users/role";
import { dummyEmail, type User } from "../../../domain/users/user";
import { botTypeNumbers, roleNumbers } from "../codecs/type-numbers";
import type { RealmInfo } from "../server-info";

export const encodeRole = (role: Role): number => roleNumbers[role];

export const encodeBotType = (type: BotType): number => botTypeNumbers[type];

export const encodeAvatarSource = ({ avatar }: User): string =>
  ({ generated: "J", gravatar: "G", upload: "U" })[avatar.source];

/** The reader that a user is encoded for. */
export interface Reader {
  /** Undefined for spectators. */
  readonly user: User | undefined;
  readonly realm: RealmInfo;
  /** Whether the client computes third-party avatar URLs itself. */
  readonly clientGravatar: boolean;
}

/** The user's address in the API: the real one only if the reader may see it. API §2.2. */
export const apiEmail = (
  user: User,
  reader: { readonly user: User | undefined; readonly realm: Pick<RealmInfo, "host"> },
): string => (canSeeEmail(reader.user, user) ? user.email : dummyEmail(user.id, reader.realm.host));

type PictureSize = "small" | "medium";

/**
 * The URL of a user's avatar: a path of the realm, or a full URL elsewhere. Gravatar's contains a hash of the address,
 * from which it can be guessed, so readers who may not see the address get a picture that the server draws.
 */
export const pictureUrl = (
  user: User,
  reader: User | undefined,
  realmId: RealmId,
  size: PictureSize = "small",
): string => {
  const { source, file, version } = user.avatar;
  if (source === "upload" && file !== undefined)
    return `${pictureAddress(realmId, `${file}${size === "medium" ? "-medium" : ""}.png`)}?version=${version}`;
  if (source === "gravatar" && canSeeEmail(reader, user)) {
    const hash = createHash("md5").update(user.email.toLowerCase()).digest("hex");
    return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${version}`;
  }
  return `/avatar/${user.id}${size === "medium" ? "/medium" : ""}?version=${version}`;
};

export const avatarUrl = (user: User, reader: Reader, size: PictureSize = "small"): string | null =>
  user.avatar.source === "gravatar" && reader.clientGravatar && canSeeEmail(reader.user, user)
    ? null
    : pictureUrl(user, reader.user, reader.realm.id, size);

/** A user. API §2.2. */
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

/** The name of a user that the reader may not see. */
export const unknownUserName = "Unknown user";
export const unknownUserPicture = "/static/images/unknown-user.png";

/** A user that the reader may not see, for clients that need everyone in their list: only the id is real. */
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
