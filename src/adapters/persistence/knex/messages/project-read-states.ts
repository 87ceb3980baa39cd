import { idsIn } from "../../../../domain/collections/compact-ids";
import * as ranges from "../../../../domain/collections/id-ranges";
import type { RealmEvent } from "../../../../domain/events/event";
import type { MessageEvent } from "../../../../domain/events/message-event";
import type { ConversationId, MessageId, RealmId, UserId } from "../../../../domain/ids";
import { toMultirange } from "../database/multiranges";
import { insertRows, query, run, type Sql } from "../database/rows";
import { archivedBefore } from "./archived-before";

type EventOf<Type extends MessageEvent["type"]> = Extract<MessageEvent, { type: Type }>;

/** Marks a message as read on arrival for some users. */
export const markReadAtOnce = async (
  sql: Sql,
  realmId: RealmId,
  { message, readBy }: EventOf<"message_sent">,
): Promise<void> => {
  if (readBy === undefined) return;
  await run(
    sql,
    `INSERT INTO read_states (realm_id, user_id, conversation_id, read)
     SELECT h.realm_id, u.user_id, ?::bigint, ?::int8multirange
     FROM realm_heads h, unnest(?::bigint[]) u (user_id) WHERE h.realm_id = ?
     ${addingRead}`,
    [message.conversation.id, toMultirange(ranges.ofIds([message.id])), [...idsIn(readBy)], realmId],
  );
};

const readRow = (
  realmId: RealmId,
  userId: UserId,
  conversationId: ConversationId,
  read: ranges.IdRanges,
) => ({
  realm_id: realmId,
  user_id: userId,
  conversation_id: conversationId,
  read: toMultirange(read),
});

/** An event by which a user has read messages. */
export type ReadAdded = EventOf<"message_flags_changed"> & { readonly op: "add"; readonly flag: "read" };

/** Whether an event says that a user has read messages. */
export const isReadAdded = (event: RealmEvent): event is ReadAdded =>
  event.type === "message_flags_changed" && event.op === "add" && event.flag === "read";

/** Rows that add what users have read. A statement may change each row just once. */
export const readRows = (
  realmId: RealmId,
  events: readonly ReadAdded[],
): readonly Record<string, unknown>[] => {
  const rows = new Map<
    string,
    { readonly userId: UserId; readonly conversationId: ConversationId; ids: ranges.IdRange[] }
  >();
  for (const { userId, ranges: added } of events)
    for (const { conversationId, ids } of added) {
      const key = `${userId} ${conversationId}`;
      const row = rows.get(key) ?? { userId, conversationId, ids: [] };
      row.ids.push(...ids);
      rows.set(key, row);
    }
  return [...rows.values()].map(({ userId, conversationId, ids }) =>
    readRow(realmId, userId, conversationId, ranges.normalize(ids)),
  );
};

/** What to do with existing rows when inserting such rows. */
export const addingRead =
  "ON CONFLICT (realm_id, user_id, conversation_id) DO UPDATE SET read = read_states.read + excluded.read";

/** Adds what users have read. */
export const addRead = (sql: Sql, realmId: RealmId, events: readonly ReadAdded[]): Promise<void> =>
  insertRows(sql, "read_states", realmId, readRows(realmId, events), addingRead);

/** Removes messages from what a user has read. */
export const removeRead = async (
  sql: Sql,
  realmId: RealmId,
  event: EventOf<"message_flags_changed">,
): Promise<void> => {
  const rows = event.ranges.map(({ conversationId, ids }) =>
    readRow(realmId, event.userId, conversationId, ids),
  );
  await run(
    sql,
    `UPDATE read_states r SET read = r.read - gone.read
     FROM json_populate_recordset(NULL::read_states, ?::json) gone
     WHERE r.realm_id = ? AND r.user_id = gone.user_id AND r.conversation_id = gone.conversation_id`,
    [JSON.stringify(rows), realmId],
  );
  // Messages from before the subscription count as received once the user marks them as unread.
  await run(
    sql,
    `UPDATE subscriptions s SET received = s.received + gone.read
     FROM json_populate_recordset(NULL::read_states, ?::json) gone
       JOIN channels c ON c.realm_id = ? AND c.conversation_id = gone.conversation_id
     WHERE s.realm_id = ? AND s.channel_id = c.id AND s.user_id = gone.user_id
       AND s.is_active AND NOT s.received @> gone.read`,
    [JSON.stringify(rows), realmId, realmId],
  );
  // A sender's own messages count as read until the sender marks them as unread.
  await run(
    sql,
    "UPDATE messages SET read_by_sender = false WHERE realm_id = ? AND id = ANY(?) AND sender_id = ? AND read_by_sender",
    [realmId, [...event.messageIds], event.userId],
  );
};

/** The most archived messages to check, which may be restored, before all moved ones together. */
const mostArchived = 20_000;

/** What `reachingBack` returns for moved messages among those of the conversation that they move to. */
const reachingBack = async (
  sql: Sql,
  realmId: RealmId,
  conversationId: ConversationId,
  messageIds: readonly MessageId[],
): Promise<ranges.IdRanges> => {
  const archived = archivedBefore({
    after: "moved.before",
    before: "moved.id",
    conversationId: ":conversationId",
    most: Math.ceil(mostArchived / messageIds.length),
  });
  const rows = await query<{ start: number; id: MessageId }>(
    sql,
    `SELECT moved.id, 1 + GREATEST(
       moved.before,
       (SELECT max(m.id) FROM messages m WHERE m.realm_id = :realmId AND m.conversation_id = :conversationId
          AND m.id > moved.before AND m.id < moved.id),
       ${archived}
     ) AS start
     FROM (SELECT id, lag(id, 1, 0::bigint) OVER (ORDER BY id) AS before FROM unnest(:messageIds::bigint[]) id) moved`,
    { realmId, conversationId, messageIds: [...messageIds] },
  );
  return rows.map(({ start, id }) => [start, id + 1]);
};

/**
 * Carries read states over when messages move to another channel. Messages stay unread for subscribers who had not
 * read them, and are read for all others. Users not subscribed to the new channel no longer receive them.
 *
 * Nearly everybody has read a topic up to some message, or all or nothing of it; looking at each message takes far longer.
 *
 * What is written covers the gaps before moved messages, so that a subscriber's state remains a few ranges, and often covers messages that
 * move later: a large move would otherwise write a range for each message and subscriber.
 */
export const carryReadStates = async (
  sql: Sql,
  realmId: RealmId,
  messageIds: readonly MessageId[],
  from: EventOf<"messages_moved">["from"]["conversation"],
  to: EventOf<"messages_moved">["to"]["conversation"],
): Promise<void> => {
  const reaching = await reachingBack(sql, realmId, to.id, messageIds);
  const named = {
    realmId,
    fromId: from.id,
    fromChannelId: from.channelId,
    toId: to.id,
    toChannelId: to.channelId,
    moved: toMultirange(ranges.ofIds(messageIds)),
    covered: toMultirange(ranges.normalize(reaching)),
    starts: reaching.map(([start]) => start),
    ids: reaching.map(([, end]) => end - 1),
  };
  await run(
    sql,
    `INSERT INTO read_states (realm_id, user_id, conversation_id, read)
     SELECT realm_id, user_id, :toId::bigint, added FROM (
       SELECT realm_id, user_id, before, :covered::int8multirange - CASE
         WHEN isempty(unread) THEN unread
         WHEN unread = :moved::int8multirange THEN :covered::int8multirange
         WHEN unread = :moved::int8multirange * int8multirange(int8range(lower(unread), NULL))
         THEN :covered::int8multirange * int8multirange(int8range(
           (:starts::bigint[])[array_position(:ids::bigint[], lower(unread))], NULL))
         ELSE (SELECT range_agg(int8range(c.start, c.id + 1)) FROM unnest(:starts::bigint[], :ids::bigint[]) c (start, id)
               WHERE unread @> c.id) END AS added
       FROM (
         SELECT t.realm_id, t.user_id, coalesce(k.read, '{}') AS before, CASE WHEN t.is_active
           THEN coalesce(f.received, '{}') * :moved::int8multirange - coalesce(r.read, '{}') ELSE '{}' END AS unread
         FROM subscriptions t
         LEFT JOIN subscriptions f ON f.realm_id = t.realm_id AND f.user_id = t.user_id AND f.channel_id = :fromChannelId
         LEFT JOIN read_states r ON r.realm_id = t.realm_id AND r.user_id = t.user_id AND r.conversation_id = :fromId
         LEFT JOIN read_states k ON k.realm_id = t.realm_id AND k.user_id = t.user_id AND k.conversation_id = :toId
         WHERE t.realm_id = :realmId AND t.channel_id = :toChannelId
       ) had
     ) carried WHERE before <> (before - :covered::int8multirange) + added
     ON CONFLICT (realm_id, user_id, conversation_id)
       DO UPDATE SET read = (read_states.read - :covered::int8multirange) + excluded.read`,
    named,
  );
  await run(
    sql,
    `UPDATE subscriptions SET received =
       CASE WHEN is_active THEN received + :covered::int8multirange ELSE received - :covered::int8multirange END
     WHERE realm_id = :realmId AND channel_id = :toChannelId
       AND CASE WHEN is_active THEN NOT received @> :covered::int8multirange ELSE received && :covered::int8multirange END`,
    named,
  );
};
