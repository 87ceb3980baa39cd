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
    inTransaction(caller, (tx) => () => unsubscribeIn(tx, caller, wanted));

const unsubscribeIn = async (
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
/** More than any client knows of. */
const mostUnread = 50_000;
/** So many are read in the lane, for all who leave together. */
const fewUnread = 2000;

/**
 * What people who leave have not read. Where that is little, it is exactly what they have when they go: messages that
 * were moved here, or marked unread, a moment ago are among it. Where it is much, see `manyUnread`.
 */
const unreadOf = async (
  tx: Transaction,
  channel: Channel,
  people: readonly User[],
): Promise<Readonly<Record<string, readonly number[]>> | undefined> => {
  if (people.length > fewPeople) return undefined;
  const { conversationId } = channel;
  const whole = { conversationId, from: 0, to: tx.nextMessageId - 1 };
  const unread: Record<string, readonly number[]> = {};
  let count = 0;
  for (const { id } of people) {
    const limit = Math.max(0, fewUnread - count);
    const few = await tx.messages.unreadIds(tx.state.realm.id, id, [whole], limit);
    const ids = few ? (few.get(conversationId) ?? []) : await manyUnread(tx, channel, id);
    if (ids === undefined) return undefined;
    count += ids.length;
    if (count > mostUnread) return undefined;
    if (ids.length > 0) unread[id] = ids;
  }
  return unread;
};

/**
 * What there was when they asked is read outside of the lane; what was sent since is read here. What was moved here
 * between these two isn't known: they learn of that when they register anew.
 */
const manyUnread = async (
  tx: Transaction,
  { conversationId }: Channel,
  userId: number,
): Promise<readonly number[] | undefined> => {
  const realmId = tx.state.realm.id;
  const newest = tx.nextMessageId - 1;
  const until = tx.readOutside<Until>(
    `unread ${conversationId} ${userId}`,
    async ({ messages }) => ({
      newest,
      unread: await messages.unreadIds(
        realmId,
        userId,
        [{ conversationId, from: 0, to: newest }],
        mostUnread,
      ),
    }),
    { newest, unread: new Map() },
  );
  if (until.unread === undefined) return undefined;
  const span = { conversationId, from: until.newest + 1, to: newest };
  const since =
    newest === until.newest ? new Map() : await tx.messages.unreadIds(realmId, userId, [span], mostUnread);
  return since && [...(until.unread.get(conversationId) ?? []), ...(since.get(conversationId) ?? [])];
};

/** Unread messages by conversation, up to the newest message of the realm at that time. */
interface Until {
  readonly newest: number;
  readonly unread: ReadonlyMap<number, readonly number[]> | undefined;
}
