import { idsIn } from "../../../../domain/collections/compact-ids";
import * as ranges from "../../../../domain/collections/id-ranges";
import type { RealmEvent } from "../../../../domain/events/event";
import type { MessageEvent } from "../../../../domain/events/message-event";
import type { ConversationId, MessageId, RealmId, UserId } from "../../../../domain/ids";
import { insertRows, run, type Sql, toMultirange } from "../database/rows";

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

/**
 * Carries read states over when messages move to another channel. Messages stay unread for subscribers who had not
 * read them, and are read for all others. Users not subscribed to the new channel no longer receive them.
 */
export const carryReadStates = async (
  sql: Sql,
  realmId: RealmId,
  messageIds: readonly MessageId[],
  from: EventOf<"messages_moved">["from"]["conversation"],
  to: EventOf<"messages_moved">["to"]["conversation"],
): Promise<void> => {
  const moved = toMultirange(ranges.ofIds(messageIds));
  await run(
    sql,
    `INSERT INTO read_states (realm_id, user_id, conversation_id, read)
     SELECT realm_id, user_id, ?::bigint, ?::int8multirange - unread FROM (
       SELECT t.realm_id, t.user_id, CASE WHEN t.is_active
         THEN coalesce(f.received, '{}') * ?::int8multirange - coalesce(r.read, '{}') ELSE '{}' END AS unread
       FROM subscriptions t
       LEFT JOIN subscriptions f ON f.realm_id = t.realm_id AND f.user_id = t.user_id AND f.channel_id = ?
       LEFT JOIN read_states r ON r.realm_id = t.realm_id AND r.user_id = t.user_id AND r.conversation_id = ?
       WHERE t.realm_id = ? AND t.channel_id = ?
     ) had
     ON CONFLICT (realm_id, user_id, conversation_id)
       DO UPDATE SET read = (read_states.read - ?::int8multirange) + excluded.read`,
    [to.id, moved, moved, from.channelId, from.id, realmId, to.channelId, moved],
  );
  await run(
    sql,
    `UPDATE subscriptions SET received =
       CASE WHEN is_active THEN received + ?::int8multirange ELSE received - ?::int8multirange END
     WHERE realm_id = ? AND channel_id = ? AND NOT (is_active AND received @> ?::int8multirange)`,
    [moved, moved, realmId, to.channelId, moved],
  );
};
