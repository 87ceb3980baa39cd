import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { Channel } from "../../domain/channel";
import { canRemoveSubscribers, canSeeChannel } from "../../domain/channel-access";
import { type ApiError, badRequest, insufficientPermission } from "../../domain/errors";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
import { findActiveUsers, type Recipient } from "../users/resolve-recipients";
import { hideChannel, seeingAsSubscribers } from "./channel-sight";

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

/** Unsubscribes the caller or others from channels by name. */
export const unsubscribe =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, wanted: UnsubscribeWanted): Result<Unsubscribed> =>
    inTransaction(caller.realmId, (tx) => () => unsubscribeIn(tx, caller, wanted));

/** The same as a part of other work. */
export const unsubscribeIn = async (
  tx: Transaction,
  caller: Caller,
  { channelNames, principals }: UnsubscribeWanted,
): Promise<Either<ApiError, Unsubscribed>> => {
  const found = callerIn(tx.state, caller);
  if (isLeft(found)) return found;
  const user = found.right;
  const people = principals === undefined ? right([user]) : findActiveUsers(tx, user, principals);
  if (isLeft(people)) return people;

  const channels: Channel[] = [];
  const absent: string[] = [];
  for (const name of channelNames) {
    const channel = tx.state.channelByName(name);
    if (channel && canSeeChannel(tx.state, user, channel, tx.now)) channels.push(channel);
    else absent.push(name.trim());
  }
  if (absent.length > 0) return left(badRequest(`Channel(s) (${absent.join(", ")}) do not exist`));
  const others = people.right.some(({ id, bot }) => id !== user.id && bot?.ownerId !== user.id);
  if (others && channels.some((channel) => !canRemoveSubscribers(tx.state, user, channel, tx.now)))
    return left(insufficientPermission);

  const removed: string[] = [];
  const notRemoved: string[] = [];
  for (const channel of new Set(channels)) {
    const leaving = people.right.filter(({ id }) => tx.state.isSubscribed(id, channel.id));
    (leaving.length > 0 ? removed : notRemoved).push(channel.name);
    if (leaving.length === 0) continue;
    const unread = await unreadOf(tx, channel, leaving);
    tx.append({
      ...{ type: "unsubscribed", channelIds: [channel.id], userIds: leaving.map(({ id }) => id) },
      firstMessageId: tx.nextMessageId,
      ...(unread && { unread }),
    });
    hideChannel(tx, channel, seeingAsSubscribers(tx, channel, leaving));
  }
  return right({ removed, notRemoved });
};

/** For so many people at once their clients are told what they no longer have to read; others count anew. */
const fewPeople = 50;

const unreadOf = async (
  tx: Transaction,
  { conversationId }: Channel,
  people: readonly User[],
): Promise<Readonly<Record<string, readonly number[]>> | undefined> => {
  if (people.length > fewPeople) return undefined;
  const unread: [number, readonly number[]][] = [];
  const span = { conversationId, from: 0, to: tx.nextMessageId };
  for (const { id } of people) {
    const found = await tx.messages.unreadIds(tx.state.realm.id, id, [span]);
    unread.push([id, found.get(conversationId) ?? []]);
  }
  return Object.fromEntries(unread.filter(([, ids]) => ids.length > 0));
};
