import * as E from "fp-ts/Either";
import type { Channel } from "../../../domain/channels/channel";
import {
  type DefaultChannelGroup,
  defaultChannelGroupLimits,
} from "../../../domain/channels/default-channel-group";
import {
  type DefaultChannelError,
  defaultChannelInGroup,
  defaultGroupAlreadyExists,
  defaultGroupNameHasInvalidCharacters,
  defaultGroupNameTooLong,
  defaultGroupNameWithNull,
  invalidDefaultGroupName,
  noSuchDefaultGroup,
  privateChannelAsDefault,
} from "../../../domain/channels/default-channel-refusals";
import { type ChannelError, invalidChannelName } from "../../../domain/channels/refusals";
import { checkLength } from "../../../domain/check-length";
import type { ChannelId, DefaultChannelGroupId } from "../../../domain/ids";
import { descriptionTooLong } from "../../../domain/input-refusals";
import { canReadContent } from "../../../domain/policy/channel-access";
import { isMisleading } from "../../../domain/text/name-characters";
import { isSameName } from "../../../domain/text/same-name";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";

/** A name for a default channel group, if it is valid and no other group looks alike. */
export const checkGroupName = (
  { state }: Transaction,
  name: string,
  ownId?: DefaultChannelGroupId,
): E.Either<DefaultChannelError, string> => {
  if (name.trim() === "") return E.left(invalidDefaultGroupName(name));
  if ([...name].length > defaultChannelGroupLimits.nameLength) return E.left(defaultGroupNameTooLong);
  if (name.includes("\0")) return E.left(defaultGroupNameWithNull(name));
  if (isMisleading(name)) return E.left(defaultGroupNameHasInvalidCharacters);
  return state.defaultChannelGroups.some((group) => group.id !== ownId && isSameName(group.name, name))
    ? E.left(defaultGroupAlreadyExists(name))
    : E.right(name);
};

/** A valid description for a default channel group. */
export const checkGroupDescription = checkLength(
  defaultChannelGroupLimits.descriptionLength,
  descriptionTooLong,
);

/** The default channel group with this id. */
export const findDefaultGroup = (
  { state }: Transaction,
  groupId: DefaultChannelGroupId,
): E.Either<DefaultChannelError, DefaultChannelGroup> => {
  const group = state.defaultChannelGroups.find(({ id }) => id === groupId);
  return group ? E.right(group) : E.left(noSuchDefaultGroup(groupId));
};

/** The channels with these names, if the user can read them and new users may be subscribed to them. */
export const channelsToOffer = (
  { state, now }: Transaction,
  user: User,
  names: readonly string[],
): E.Either<ChannelError | DefaultChannelError, readonly Channel[]> => {
  const channels: Channel[] = [];
  for (const name of names) {
    const channel = state.channelByName(name);
    if (channel === undefined || channel.isArchived || !canReadContent(state, user, channel, now))
      return E.left(invalidChannelName(name));
    if (channel.privacy === "private") return E.left(privateChannelAsDefault);
    channels.push(channel);
  }
  return E.right(channels);
};

/** Refuses channels that are default channels already. */
export const checkNoDefaultChannel = (
  { state }: Transaction,
  channels: readonly Channel[],
  groupName: string,
): E.Either<DefaultChannelError, undefined> => {
  const channel = channels.find(({ id }) => state.defaultChannels.has(id));
  return channel ? E.left(defaultChannelInGroup(channel.name, groupName)) : E.right(undefined);
};

/** Stores a new list of default channel groups. */
export const setDefaultGroups = (tx: Transaction, groups: readonly DefaultChannelGroup[]): void =>
  tx.append({ type: "default_channel_groups_set", groups });

/** Replaces the group with the same id. */
export const replaceDefaultGroup = (tx: Transaction, group: DefaultChannelGroup): void =>
  setDefaultGroups(
    tx,
    tx.state.defaultChannelGroups.map((one) => (one.id === group.id ? group : one)),
  );

/** Removes a channel from all default channel groups. */
export const removeFromDefaultGroups = (tx: Transaction, channelId: ChannelId): void => {
  const { defaultChannelGroups: groups } = tx.state;
  if (groups.some(({ channelIds }) => channelIds.includes(channelId)))
    setDefaultGroups(
      tx,
      groups.map((group) => ({ ...group, channelIds: group.channelIds.filter((id) => id !== channelId) })),
    );
};
