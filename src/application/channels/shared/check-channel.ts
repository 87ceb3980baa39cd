import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type CallerError, insufficientPermission } from "../../../domain/caller-refusals";
import { type ChannelFolderError, invalidFolderId } from "../../../domain/channel-folders/refusals";
import {
  type Channel,
  type ChannelPermission,
  type ChannelPrivacy,
  channelLimits,
} from "../../../domain/channels/channel";
import {
  type ChannelError,
  channelNameTooLong,
  channelNameWithNull,
  emptyChannelName,
  invalidChannelNameCharacter,
  webPublicChannelsDisabled,
} from "../../../domain/channels/refusals";
import { checkLength } from "../../../domain/check-length";
import type { FolderId } from "../../../domain/ids";
import { descriptionTooLong, type InputError } from "../../../domain/input-refusals";
import { may } from "../../../domain/policy/permission";
import type { RealmPermission } from "../../../domain/realm/realm-permission";
import type { RealmState } from "../../../domain/state/realm-state";
import { onOneLine, positionOfBadCharacter } from "../../../domain/text/name-characters";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";

/** The trimmed name, if valid. Does not check whether it is taken. */
export const checkChannelName = (text: string): E.Either<ChannelError, string> => {
  const name = text.trim();
  if (name === "") return E.left(emptyChannelName);
  if ([...name].length > channelLimits.nameLength) return E.left(channelNameTooLong);
  if (name.includes("\0")) return E.left(channelNameWithNull(name));
  const position = positionOfBadCharacter(name);
  return position === undefined ? E.right(name) : E.left(invalidChannelNameCharacter(position));
};

/** The description on one line, if it is within the length limit. */
export const checkDescription = (text: string): E.Either<InputError, string> =>
  pipe(text, checkLength(channelLimits.descriptionLength, descriptionTooLong), E.map(onOneLine));

/** The id of an active folder, or null for none. */
export const checkFolderId = (
  state: RealmState,
  folderId: FolderId | null,
): E.Either<ChannelFolderError, number | null> =>
  folderId === null || state.channelFolders.some(({ id, isArchived }) => id === folderId && !isArchived)
    ? E.right(folderId)
    : E.left(invalidFolderId);

/** Whether the user may choose the default channels. */
export const canManageDefaults = ({ role }: User): boolean => allows(role, "administrator");

const creatorPermissions: Readonly<Record<ChannelPrivacy, RealmPermission>> = {
  public: "canCreatePublicChannelGroup",
  private: "canCreatePrivateChannelGroup",
  "web-public": "canCreateWebPublicChannelGroup",
};

/** Checks that the user may create channels with this privacy, or give it to a channel. */
export const checkMayMake = (
  state: RealmState,
  user: User,
  privacy: ChannelPrivacy,
  now: number,
): E.Either<CallerError | ChannelError, undefined> => {
  if (privacy === "web-public" && !state.realm.settings.enableSpectatorAccess)
    return E.left(webPublicChannelsDisabled);
  return may(state, user, creatorPermissions[privacy], now)
    ? E.right(undefined)
    : E.left(insufficientPermission);
};

const deletePermissions: ReadonlySet<ChannelPermission> = new Set([
  "canDeleteAnyMessageGroup",
  "canDeleteOwnMessageGroup",
]);

/** Checks that the user may set a channel's topics policy and permissions, even in a channel they created. */
export const checkMaySetPolicies = (
  state: RealmState,
  user: User,
  policies: {
    readonly topicsPolicy?: Channel["topicsPolicy"] | undefined;
    readonly permissions: readonly ChannelPermission[];
  },
  now: number,
): E.Either<CallerError, undefined> => {
  if (policies.topicsPolicy !== undefined && !may(state, user, "canSetTopicsPolicyGroup", now))
    return E.left(insufficientPermission);
  const setsDeleting = policies.permissions.some((permission) => deletePermissions.has(permission));
  return setsDeleting && !may(state, user, "canSetDeleteMessagePolicyGroup", now)
    ? E.left(insufficientPermission)
    : E.right(undefined);
};
