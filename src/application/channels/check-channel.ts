import { type Either, left, right } from "fp-ts/Either";
import {
  type Channel,
  type ChannelPermission,
  type ChannelPrivacy,
  channelLimits,
} from "../../domain/channel";
import { type ApiError, badRequest, insufficientPermission } from "../../domain/errors";
import { may } from "../../domain/permission";
import type { RealmPermission } from "../../domain/realm-permission";
import type { RealmState } from "../../domain/realm-state";
import { reordersText } from "../../domain/reordering";
import { allows } from "../../domain/role";
import type { User } from "../../domain/user";

/** A name as it is kept; whether it is free is another question. */
export const checkChannelName = (wanted: string): Either<ApiError, string> => {
  const name = wanted.trim();
  if (name === "") return left(badRequest("Channel name can't be empty."));
  if ([...name].length > channelLimits.nameLength)
    return left(badRequest(`Channel name too long (limit: ${channelLimits.nameLength} characters).`));
  if (name.includes("\0"))
    return left(badRequest(`Channel name '${name.replaceAll("\0", "")}' contains NULL (0x00) characters.`));
  const position = [...name].findIndex(
    (character) => /[\p{Cc}\p{Cs}\p{Cn}]/u.test(character) || reordersText(character),
  );
  return position < 0
    ? right(name)
    : left(badRequest(`Invalid character in channel name, at position ${position + 1}.`));
};

/** A description as it is kept: on one line. */
export const checkDescription = (wanted: string): Either<ApiError, string> =>
  [...wanted].length > channelLimits.descriptionLength
    ? left(badRequest(`description is too long (limit: ${channelLimits.descriptionLength} characters)`))
    : right(wanted.replaceAll("\n", " "));

/** A folder that channels can be put into; null for none. */
export const checkFolderId = (state: RealmState, folderId: number | null): Either<ApiError, number | null> =>
  folderId === null || state.channelFolders.some(({ id, isArchived }) => id === folderId && !isArchived)
    ? right(folderId)
    : left(badRequest("Invalid channel folder ID"));

export const cannotManageDefaults: ApiError = {
  code: "UNAUTHORIZED_PRINCIPAL",
  message: "You do not have permission to change default channels.",
};

/** Whether the user says to which channels new members are subscribed. */
export const canManageDefaults = ({ role }: User): boolean => allows(role, "administrator");

export const defaultIsNotPrivate = badRequest("A default channel cannot be private.");

const creators: Readonly<Record<ChannelPrivacy, RealmPermission>> = {
  public: "canCreatePublicChannelGroup",
  private: "canCreatePrivateChannelGroup",
  "web-public": "canCreateWebPublicChannelGroup",
};

/** Why the user may not make channels, or make a channel be, of this privacy. */
export const privacyRefusal = (
  state: RealmState,
  user: User,
  privacy: ChannelPrivacy,
  now: number,
): ApiError | undefined => {
  if (privacy === "web-public" && !state.realm.settings.enableSpectatorAccess)
    return badRequest("Web-public channels are not enabled.");
  return may(state, user, creators[privacy], now) ? undefined : insufficientPermission;
};

const deletePermissions: ReadonlySet<ChannelPermission> = new Set([
  "canDeleteAnyMessageGroup",
  "canDeleteOwnMessageGroup",
]);

/** Why the user may not decide these things for a channel, even for one of their own. */
export const policyRefusal = (
  state: RealmState,
  user: User,
  wanted: {
    readonly topicsPolicy?: Channel["topicsPolicy"] | undefined;
    readonly permissions: readonly ChannelPermission[];
  },
  now: number,
): ApiError | undefined => {
  if (wanted.topicsPolicy !== undefined && !may(state, user, "canSetTopicsPolicyGroup", now))
    return insufficientPermission;
  const aboutDeleting = wanted.permissions.some((permission) => deletePermissions.has(permission));
  return aboutDeleting && !may(state, user, "canSetDeleteMessagePolicyGroup", now)
    ? insufficientPermission
    : undefined;
};
