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

export const mostInABatch = channelLimits.subscriptionsInATurn;
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

/** Unsubscribes users from channels. Skips users who are not subscribed. */
export const leaveChannels = async (tx: Transaction, leaving: readonly Leaving[]): Promise<void> => {
  const notSeeing = usersNotSeeing(tx, IdSet.of(leaving.flatMap(({ userIds }) => userIds)));
  for (const { channelId, userIds } of leaving) {
    const channel = tx.state.channels.get(channelId);
    const people = userIds.flatMap((id) =>
      tx.state.isSubscribed(id, channelId) ? (tx.state.users.get(id) ?? []) : [],
    );
    if (channel === undefined || people.length === 0) continue;
    const unread = await readUnread(tx, channel, people);
    tx.append({
      type: "unsubscribed",
      channelIds: [channelId],
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

/**
 * Ids of unread messages by user id, or undefined if there are too many users or messages. Few messages are read
 * inside the lane and are exact. For many, see `readManyUnread`.
 */
const readUnread = async (
  tx: Transaction,
  channel: Channel,
  people: readonly User[],
): Promise<Readonly<Record<string, readonly MessageId[]>> | undefined> => {
  if (people.length > mostUsersWithUnread) return undefined;
  const { conversationId } = channel;
  const whole = { conversationId, from: 0, to: tx.nextMessageId - 1 };
  const unread: Record<string, readonly MessageId[]> = {};
  let count = 0;
  for (const { id } of people) {
    const limit = Math.max(0, mostReadInLane - count);
    const few = await tx.messages.unreadIds(tx.state.realm.id, id, [whole], limit);
    const ids = E.isLeft(few)
      ? await readManyUnread(tx, channel, id)
      : E.right(few.right.get(conversationId) ?? []);
    if (E.isLeft(ids)) return undefined;
    count += ids.right.length;
    if (count > mostUnread) return undefined;
    if (ids.right.length > 0) unread[id] = ids.right;
  }
  return unread;
};

/**
 * Reads unread messages up to the time of the request outside the lane, and later ones inside. Misses messages moved
 * here in between, which clients see when they register again.
 */
const readManyUnread = async (
  tx: Transaction,
  { conversationId }: Channel,
  userId: UserId,
): Promise<E.Either<"too many", readonly MessageId[]>> => {
  const realmId = tx.state.realm.id;
  const newest = tx.nextMessageId - 1;
  const earlier = tx.readOutside<EarlierUnread>(
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
    { newest, unread: E.right(new Map()) },
  );
  if (E.isLeft(earlier.unread)) return earlier.unread;
  const span = { conversationId, from: earlier.newest + 1, to: newest };
  const before = earlier.unread.right.get(conversationId) ?? [];
  if (newest === earlier.newest) return E.right(before);
  return pipe(
    await tx.messages.unreadIds(realmId, userId, [span], mostUnread),
    E.map((later) => [...before, ...(later.get(conversationId) ?? [])]),
  );
};

/** Unread messages by conversation, up to `newest`, the realm's newest message at the time of reading. */
interface EarlierUnread {
  readonly newest: number;
  readonly unread: E.Either<"too many", ReadonlyMap<ConversationId, readonly MessageId[]>>;
}
