import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type Channel, channelLimits } from "../../../domain/channels/channel";
import type { ChannelId, ConversationId, MessageId, UserId } from "../../../domain/ids";
import { IdSet } from "../../../domain/state/id-set";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";
import { hideChannel, usersNotSeeing } from "./channel-visibility";

/** Users to unsubscribe from a channel, at most `mostInABatch`. */
export interface Leaving {
  readonly channelId: ChannelId;
  readonly userIds: readonly UserId[];
}

export const mostInABatch = channelLimits.subscriptionsPerCommit;
/** Fixed cost of a channel in a batch, in users. */
const channelCost = 20;
const batchCost = (batch: readonly Leaving[]): number =>
  batch.reduce((cost, { userIds }) => cost + userIds.length + channelCost, 0);

/** Splits the work into batches, one per transaction, so that other changes can go in between. */
export const leavingInBatches = (leaving: readonly Leaving[]): readonly (readonly Leaving[])[] => {
  const batches: Leaving[][] = [];
  for (const part of leaving) {
    const batch = batches.at(-1);
    if (batch && batchCost([...batch, part]) <= mostInABatch) batch.push(part);
    else batches.push([part]);
  }
  return batches;
};

/** A channel and who leaves it. */
interface Left {
  readonly channel: Channel;
  readonly people: readonly User[];
}

/** Unsubscribes users from channels. Skips users who are not subscribed. */
export const leaveChannels = async (tx: Transaction, leaving: readonly Leaving[]): Promise<void> => {
  const notSeeing = usersNotSeeing(tx, IdSet.of(leaving.flatMap(({ userIds }) => userIds)));
  const left = leaving.flatMap(({ channelId, userIds }): readonly Left[] => {
    const channel = tx.state.channels.get(channelId);
    const people = userIds.flatMap((id) =>
      tx.state.isSubscribed(id, channelId) ? (tx.state.users.get(id) ?? []) : [],
    );
    return channel === undefined || people.length === 0 ? [] : [{ channel, people }];
  });
  const unreadByUser = await readUnread(tx, left);
  for (const { channel, people } of left) {
    const unread = unreadIn(unreadByUser, channel, people);
    tx.append({
      type: "unsubscribed",
      channelIds: [channel.id],
      userIds: people.map(({ id }) => id),
      firstMessageId: tx.nextMessageId,
      ...(unread && { unread }),
    });
    hideChannel(tx, channel, notSeeing(channel, IdSet.of(people.map(({ id }) => id))));
  }
};

/** The event lists unread messages for at most this many users. Clients of more users have to count again. */
const mostUsersWithUnread = 50;
/** Upper limit of listed messages; clients track fewer. */
const mostUnread = 50_000;
/** Most messages read inside the realm's lane, over all users who leave. */
const mostReadInLane = 2000;

/** Unread messages by conversation. */
type UnreadIds = ReadonlyMap<ConversationId, readonly MessageId[]>;
type UnreadOfUser = E.Either<"too many", UnreadIds>;

/** Ids of a channel's unread messages by user id, or undefined if there are too many users or messages. */
const unreadIn = (
  unreadByUser: ReadonlyMap<UserId, UnreadIds>,
  { conversationId }: Channel,
  people: readonly User[],
): Readonly<Record<string, readonly MessageId[]>> | undefined => {
  if (people.length > mostUsersWithUnread) return undefined;
  const unread: Record<string, readonly MessageId[]> = {};
  let count = 0;
  for (const { id } of people) {
    const known = unreadByUser.get(id);
    if (known === undefined) return undefined;
    const ids = known.get(conversationId) ?? [];
    count += ids.length;
    if (count > mostUnread) return undefined;
    if (ids.length > 0) unread[id] = ids;
  }
  return unread;
};

/**
 * The leavers' unread messages in channels that few people leave, with one read per user. A few messages are read inside the lane, so
 * they are exact. For many, see `readManyUnread`.
 */
const readUnread = async (
  tx: Transaction,
  left: readonly Left[],
): Promise<ReadonlyMap<UserId, UnreadIds>> => {
  const leftBy = new Map<UserId, ConversationId[]>();
  for (const { channel, people } of left)
    if (people.length <= mostUsersWithUnread)
      for (const { id } of people) leftBy.set(id, [...(leftBy.get(id) ?? []), channel.conversationId]);
  const unreadByUser = new Map<UserId, UnreadIds>();
  let count = 0;
  for (const [userId, conversations] of leftBy) {
    const limit = Math.max(0, mostReadInLane - count);
    const whole = spansOf(conversations, 0, tx.nextMessageId - 1);
    const few = await tx.messages.unreadIds(tx.state.realm.id, userId, whole, limit);
    const unread = E.isLeft(few) ? await readManyUnread(tx, userId, conversations) : few;
    if (E.isLeft(unread)) continue;
    for (const ids of unread.right.values()) count += ids.length;
    unreadByUser.set(userId, unread.right);
  }
  return unreadByUser;
};

/** The messages of some conversations with ids from `from` to `to`, inclusive. */
const spansOf = (conversations: readonly ConversationId[], from: MessageId, to: MessageId) =>
  conversations.map((conversationId) => ({ conversationId, from, to }));

/**
 * Reads unread messages up to the time of the request outside the lane, and later ones inside. Misses messages moved
 * here in between, which clients see when they register again.
 */
const readManyUnread = async (
  tx: Transaction,
  userId: UserId,
  conversations: readonly ConversationId[],
): Promise<UnreadOfUser> => {
  const realmId = tx.state.realm.id;
  const newest = tx.nextMessageId - 1;
  const earlier = tx.readOutside<EarlierUnread>(
    `unread of ${userId} in ${conversations.join()}`,
    async ({ messages }) => ({
      newest,
      unread: await messages.unreadIds(realmId, userId, spansOf(conversations, 0, newest), mostUnread),
    }),
    { newest, unread: E.right(new Map()) },
  );
  if (E.isLeft(earlier.unread) || newest === earlier.newest) return earlier.unread;
  const { right: before } = earlier.unread;
  const later = spansOf(conversations, earlier.newest + 1, newest);
  return pipe(
    await tx.messages.unreadIds(realmId, userId, later, mostUnread),
    E.map(
      (since) =>
        new Map(
          conversations.map((id) => [id, [...(before.get(id) ?? []), ...(since.get(id) ?? [])]] as const),
        ),
    ),
  );
};

/** Unread messages up to `newest`, the realm's newest message at the time of reading. */
interface EarlierUnread {
  readonly newest: MessageId;
  readonly unread: UnreadOfUser;
}
