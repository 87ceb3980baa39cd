import * as E from "fp-ts/Either";
import { chunksOf } from "fp-ts/ReadonlyArray";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, insufficientPermission } from "../../domain/caller-refusals";
import { type Channel, channelLimits } from "../../domain/channels/channel";
import {
  type ChannelError,
  channelsNotFound,
  tooManyUnsubscriptionsAtOnce,
} from "../../domain/channels/refusals";
import { canRemoveSubscribers, canSeeChannel, canSubscribe } from "../../domain/policy/channel-access";
import type { RealmState } from "../../domain/state/realm-state";
import type { UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { findActiveUsers, type Recipient } from "../access/resolve-recipients";
import { actingAs, asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { type Leaving, leaveChannels, leavingInBatches, mostInABatch } from "./shared/leave-channels";

interface UnsubscribeRequest {
  readonly channelNames: readonly string[];
  /** Undefined unsubscribes only the caller. */
  readonly principals: readonly Recipient[] | undefined;
}

/** Outcome of an unsubscribe request: names of channels that lost a subscriber, and of those that lost none. */
export interface Unsubscribed {
  readonly removed: readonly string[];
  readonly notRemoved: readonly string[];
}

/** Unsubscribes the caller or others from channels by name, in batches so that other changes can go in between. */
export const unsubscribe =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    request: UnsubscribeRequest,
  ): TaskEither<CallerError | ChannelError | UserError, Unsubscribed> =>
  async () => {
    const begin = asCaller(inTransaction, caller, (tx, user) => beginUnsubscribing(tx, user, request));
    const begun = await begin();
    if (E.isLeft(begun)) return begun;
    const { waiting, ...outcome } = begun.right;
    for (const leaving of waiting) {
      const gone = await inTransaction(
        caller,
        actingAs(caller, async (tx, user) => {
          const channels = leaving.flatMap(({ channelId }) => tx.state.channels.get(channelId) ?? []);
          const others = leaving.flatMap(({ userIds }) =>
            userIds.flatMap((id) => tx.state.users.get(id) ?? []),
          );
          if (!mayRemove(tx, user, others, channels)) return E.left(insufficientPermission);
          await leaveChannels(tx, leaving);
          return E.right(undefined);
        }),
      );
      if (E.isLeft(gone)) return gone;
    }
    return E.right(outcome);
  };

/**
 * Checks the request and unsubscribes the first batch. The caller leaves each channel last, since removing others may
 * require being subscribed.
 */
const beginUnsubscribing = async (
  tx: Transaction,
  user: User,
  { channelNames, principals }: UnsubscribeRequest,
): Promise<
  E.Either<
    CallerError | ChannelError | UserError,
    Unsubscribed & { readonly waiting: readonly (readonly Leaving[])[] }
  >
> => {
  const people = principals === undefined ? E.right([user]) : findActiveUsers(tx, user, principals);
  if (E.isLeft(people)) return people;

  const isCaller = ({ id }: User): boolean => id === user.id;
  const others = people.right.filter((one) => !isCaller(one));
  const bots = botsOf(tx.state, others);

  const channels = new Set<Channel>();
  const absent: string[] = [];
  for (const name of channelNames) {
    const channel = tx.state.channelByName(name);
    if (channel && canSeeChannel(tx.state, user, channel, tx.now)) channels.add(channel);
    else absent.push(name.trim());
  }
  if (absent.length > 0) return E.left(channelsNotFound(absent));
  if (people.right.length * channels.size > channelLimits.subscriptionsAtOnce)
    return E.left(tooManyUnsubscriptionsAtOnce);
  if (!mayRemove(tx, user, people.right, [...channels])) return E.left(insufficientPermission);

  const removed: string[] = [];
  const notRemoved: string[] = [];
  const leaving: Leaving[] = [];
  for (const channel of channels) {
    const { id: channelId, name } = channel;
    const without = bots.filter(({ owner }) => !canSubscribe(tx.state, owner, channel, tx.now));
    const who = [...others, ...without.map(({ bot }) => bot), ...people.right.filter(isCaller)];
    const userIds = [...new Set(who)].flatMap(({ id }) => (tx.state.isSubscribed(id, channelId) ? [id] : []));
    (userIds.length > 0 ? removed : notRemoved).push(name);
    leaving.push(...chunksOf(mostInABatch)(userIds).map((some) => ({ channelId, userIds: some })));
  }
  const [first = [], ...waiting] = leavingInBatches(leaving);
  await leaveChannels(tx, first);
  return E.right({ removed, notRemoved, waiting });
};

/**
 * Bots of people who are removed by somebody else. They leave the channels that their owners can no longer read: with the bots' keys,
 * the owners could keep reading, and let themselves in again.
 */
const botsOf = (
  state: RealmState,
  owners: readonly User[],
): readonly { readonly bot: User; readonly owner: User }[] => {
  if (owners.length === 0) return [];
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  return [...state.users.values()].flatMap((bot) => {
    const owner = byId.get(bot.bot?.ownerId ?? 0);
    return owner ? [{ bot, owner }] : [];
  });
};

/** Whether a user may unsubscribe people from channels. Users can always remove themselves and their own bots. */
const mayRemove = (
  { state, now }: Transaction,
  by: User,
  people: readonly User[],
  channels: readonly Channel[],
): boolean =>
  people.every(({ id, bot }) => id === by.id || bot?.ownerId === by.id) ||
  channels.every((channel) => canRemoveSubscribers(state, by, channel, now));
