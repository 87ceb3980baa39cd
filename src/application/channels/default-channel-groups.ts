import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { Channel } from "../../domain/channel";
import { canReadContent } from "../../domain/channel-access";
import { type DefaultChannelGroup, defaultChannelGroupLimits } from "../../domain/default-channel-group";
import { type ApiError, badRequest } from "../../domain/errors";
import type { User } from "../../domain/user";
import { administratorIn, type Caller, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** A group that is to be made, its channels by their names. */
export interface GroupWanted extends Pick<DefaultChannelGroup, "name" | "description"> {
  readonly channelNames: readonly string[];
}

const checkName = ({ state }: Transaction, name: string): Either<ApiError, string> => {
  const { nameLength } = defaultChannelGroupLimits;
  if (name.trim() === "") return left(badRequest(`Invalid default channel group name '${name}'`));
  if ([...name].length > nameLength)
    return left(badRequest(`Default channel group name too long (limit: ${nameLength} characters)`));
  if (name.includes("\0"))
    return left(badRequest(`Default channel group name '${name}' contains NULL (0x00) characters.`));
  return state.defaultChannelGroups.some((group) => group.name === name)
    ? left(badRequest(`Default channel group '${name}' already exists`))
    : right(name);
};

const checkDescription = (description: string): Either<ApiError, string> =>
  [...description].length > defaultChannelGroupLimits.descriptionLength
    ? left(
        badRequest(
          `description is too long (limit: ${defaultChannelGroupLimits.descriptionLength} characters)`,
        ),
      )
    : right(description);

const find = ({ state }: Transaction, groupId: number): Either<ApiError, DefaultChannelGroup> => {
  const group = state.defaultChannelGroups.find(({ id }) => id === groupId);
  return group
    ? right(group)
    : left(badRequest(`Default channel group with id '${groupId}' does not exist.`));
};

/** Channels by their names, as far as everyone who joins may be put there. */
const channelsNamed = (
  { state, now }: Transaction,
  user: User,
  names: readonly string[],
): Either<ApiError, readonly Channel[]> => {
  const channels: Channel[] = [];
  for (const name of names) {
    const channel = state.channelByName(name);
    if (channel === undefined || channel.isArchived || !canReadContent(state, user, channel, now))
      return left(badRequest(`Invalid channel name '${name}'`));
    if (channel.privacy === "private") return left(badRequest("Private channels cannot be made default."));
    channels.push(channel);
  }
  return right(channels);
};

const refusalOfDefaults = (
  { state }: Transaction,
  channels: readonly Channel[],
  groupName: string,
): ApiError | undefined => {
  const channel = channels.find(({ id }) => state.defaultChannels.has(id));
  return (
    channel && badRequest(`'${channel.name}' is a default channel and cannot be added to '${groupName}'`)
  );
};

const setGroups = (tx: Transaction, groups: readonly DefaultChannelGroup[]): void =>
  tx.append({ type: "default_channel_groups_set", groups });

const replaceGroup = (tx: Transaction, group: DefaultChannelGroup): void =>
  setGroups(
    tx,
    tx.state.defaultChannelGroups.map((one) => (one.id === group.id ? group : one)),
  );

/** Makes a group of channels that people may choose when they join. Administrators only. */
export const createDefaultChannelGroup =
  ({ inTransaction }: Ports) =>
  (caller: Caller, wanted: GroupWanted): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const channels = channelsNamed(tx, user.right, wanted.channelNames);
      if (isLeft(channels)) return channels;
      const refusal = refusalOfDefaults(tx, channels.right, wanted.name);
      if (refusal) return left(refusal);
      const name = checkName(tx, wanted.name);
      if (isLeft(name)) return name;
      const description = checkDescription(wanted.description);
      if (isLeft(description)) return description;
      const channelIds = [...new Set(channels.right.map(({ id }) => id))];
      const group = { name: name.right, description: description.right, channelIds };
      setGroups(tx, [...tx.state.defaultChannelGroups, { id: tx.newId("default_channel_group"), ...group }]);
      return right(undefined);
    });

/** Renames a group, or describes it anew. Administrators only. */
export const updateDefaultChannelGroup =
  ({ inTransaction }: Ports) =>
  (
    caller: Caller,
    groupId: number,
    update: { readonly name: string | undefined; readonly description: string | undefined },
  ): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      if (!update.name && !update.description)
        return left(badRequest('You must pass "new_description" or "new_group_name".'));
      const group = find(tx, groupId);
      if (isLeft(group)) return group;
      if (update.name === group.right.name)
        return left(badRequest(`This default channel group is already named '${update.name}'`));
      const name = update.name ? checkName(tx, update.name) : right(group.right.name);
      if (isLeft(name)) return name;
      const description = checkDescription(update.description || group.right.description);
      if (isLeft(description)) return description;
      replaceGroup(tx, { ...group.right, name: name.right, description: description.right });
      return right(undefined);
    });

/** Adds channels to a group, or takes them out. Administrators only. */
export const changeDefaultChannelGroup =
  ({ inTransaction }: Ports) =>
  (caller: Caller, groupId: number, op: "add" | "remove", channelNames: readonly string[]): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const channels = channelsNamed(tx, user.right, channelNames);
      if (isLeft(channels)) return channels;
      const group = find(tx, groupId);
      if (isLeft(group)) return group;
      const { name, channelIds } = group.right;
      const known = new Set(channelIds);
      if (op === "add") {
        const refusal = refusalOfDefaults(tx, channels.right, name);
        if (refusal) return left(refusal);
      }
      for (const channel of channels.right)
        if (known.has(channel.id) === (op === "add"))
          return left(
            badRequest(
              `Channel '${channel.name}' is ${op === "add" ? "already" : "not"} present in default channel group '${name}'`,
            ),
          );
      for (const { id } of channels.right) op === "add" ? known.add(id) : known.delete(id);
      replaceGroup(tx, { ...group.right, channelIds: [...known] });
      return right(undefined);
    });

/** Removes a group; its channels stay. Administrators only. */
export const removeDefaultChannelGroup =
  ({ inTransaction }: Ports) =>
  (caller: Caller, groupId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      const group = find(tx, groupId);
      if (isLeft(group)) return group;
      setGroups(
        tx,
        tx.state.defaultChannelGroups.filter(({ id }) => id !== groupId),
      );
      return right(undefined);
    });

/** Takes a channel out of all groups: nobody can be put there any more. */
export const dropFromGroups = (tx: Transaction, channelId: number): void => {
  const { defaultChannelGroups: groups } = tx.state;
  if (groups.some(({ channelIds }) => channelIds.includes(channelId)))
    setGroups(
      tx,
      groups.map((group) => ({ ...group, channelIds: group.channelIds.filter((id) => id !== channelId) })),
    );
};
