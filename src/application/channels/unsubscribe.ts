import { type Either, isLeft, left, right } from "fp-ts/Either";
import { chunksOf } from "fp-ts/ReadonlyArray";
import { type Channel, channelLimits } from "../../domain/channel";
import { canRemoveSubscribers, canSeeChannel } from "../../domain/channel-access";
import { type ApiError, badRequest, insufficientPermission } from "../../domain/errors";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { findActiveUsers, type Recipient } from "../users/resolve-recipients";
import { type Leaving, leaveChannels, mostInATurn, turnsOf } from "./leave-channels";

interface UnsubscribeWanted {
  readonly channelNames: readonly string[];
  /** Undefined for the caller alone. */
  readonly principals: readonly Recipient[] | undefined;
}

/** Names of the channels that they were taken out of, and of those that they were not in. */
export interface Unsubscribed {
  readonly removed: readonly string[];
  readonly notRemoved: readonly string[];
}

/** Unsubscribes the caller or others from channels by name. Many leave in turns: others' changes go between. */
export const unsubscribe =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, wanted: UnsubscribeWanted): Result<Unsubscribed> =>
  async () => {
    const begun = await inTransaction(caller, (tx) => () => beginUnsubscribing(tx, caller, wanted))();
    if (isLeft(begun)) return begun;
    const { waiting, ...outcome } = begun.right;
    for (const leaving of waiting) {
      const gone = await inTransaction(caller, (tx) => async () => {
        const user = callerIn(tx.state, caller);
        if (isLeft(user)) return user;
        const channels = leaving.flatMap(({ channelId }) => tx.state.channels.get(channelId) ?? []);
        const others = leaving.flatMap(({ userIds }) =>
          userIds.flatMap((id) => tx.state.users.get(id) ?? []),
        );
        if (!mayRemove(tx, user.right, others, channels)) return left(insufficientPermission);
        await leaveChannels(tx, leaving);
        return right(undefined);
      })();
      if (isLeft(gone)) return gone;
    }
    return right(outcome);
  };

/** Decides who leaves what, and takes the first out. The caller leaves each channel last: they may have to be in it to go on. */
const beginUnsubscribing = async (
  tx: Transaction,
  caller: Caller,
  { channelNames, principals }: UnsubscribeWanted,
): Promise<Either<ApiError, Unsubscribed & { readonly waiting: readonly (readonly Leaving[])[] }>> => {
  const found = callerIn(tx.state, caller);
  if (isLeft(found)) return found;
  const user = found.right;
  const people = principals === undefined ? right([user]) : findActiveUsers(tx, user, principals);
  if (isLeft(people)) return people;

  const isCaller = ({ id }: User): boolean => id === user.id;
  const inOrder = [...people.right.filter((one) => !isCaller(one)), ...people.right.filter(isCaller)];

  const channels = new Set<Channel>();
  const absent: string[] = [];
  for (const name of channelNames) {
    const channel = tx.state.channelByName(name);
    if (channel && canSeeChannel(tx.state, user, channel, tx.now)) channels.add(channel);
    else absent.push(name.trim());
  }
  if (absent.length > 0) return left(badRequest(`Channel(s) (${absent.join(", ")}) do not exist`));
  if (people.right.length * channels.size > channelLimits.subscriptionsAtOnce)
    return left(
      badRequest(`At most ${channelLimits.subscriptionsAtOnce} subscriptions can be ended at once.`),
    );
  if (!mayRemove(tx, user, people.right, [...channels])) return left(insufficientPermission);

  const removed: string[] = [];
  const notRemoved: string[] = [];
  const leaving: Leaving[] = [];
  for (const { id: channelId, name } of channels) {
    const userIds = inOrder.flatMap(({ id }) => (tx.state.isSubscribed(id, channelId) ? [id] : []));
    (userIds.length > 0 ? removed : notRemoved).push(name);
    leaving.push(...chunksOf(mostInATurn)(userIds).map((some) => ({ channelId, userIds: some })));
  }
  const [first = [], ...waiting] = turnsOf(leaving);
  await leaveChannels(tx, first);
  return right({ removed, notRemoved, waiting });
};

/** Whether somebody may take people out of channels: themselves and their bots anyhow. */
const mayRemove = (
  { state, now }: Transaction,
  by: User,
  people: readonly User[],
  channels: readonly Channel[],
): boolean =>
  people.every(({ id, bot }) => id === by.id || bot?.ownerId === by.id) ||
  channels.every((channel) => canRemoveSubscribers(state, by, channel, now));
