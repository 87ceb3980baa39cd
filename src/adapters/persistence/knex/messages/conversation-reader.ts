import type { ConversationReader } from "../../../../application/ports/messages/conversation-reader";
import type { ConversationId, MessageId, UserId } from "../../../../domain/ids";
import { preparedQuery, query, type Sql } from "../database/rows";
import { archivedBefore } from "./archived-before";

/**
 * The first message sent at or after a time. Ids follow time but no index has both, so this is a binary search over
 * ids instead of a scan of the realm's messages.
 */
const firstSince = `WITH RECURSIVE search (low, high) AS (
  SELECT 0::bigint, coalesce((SELECT max(id) FROM messages WHERE realm_id = ?), 0) + 1
  UNION ALL
  SELECT CASE WHEN m.sent_at < ? THEN m.id + 1 ELSE low END, CASE WHEN m.sent_at < ? THEN high ELSE middle END
  FROM search
  CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) halved
  CROSS JOIN LATERAL (SELECT id, sent_at FROM messages WHERE realm_id = ? AND id >= middle ORDER BY id LIMIT 1) m
  WHERE low < high
) SELECT max(low) AS id FROM search`;

const archivedSince = archivedBefore({
  after: "coalesce(m.id, 0)",
  before: "p.id",
  conversationId: "p.conversation_id",
  most: 100,
});

export const knexConversationReader = (sql: Sql): ConversationReader => ({
  firstIds: async (realmId, conversationIds, uncounted = []) => {
    const rows = await preparedQuery<{ conversation_id: ConversationId; id: number }>(
      sql,
      "first_ids",
      `SELECT c.id AS conversation_id, m.id FROM unnest(CAST(:conversationIds AS bigint[])) c (id)
       CROSS JOIN LATERAL (
         SELECT id FROM messages
         WHERE realm_id = :realmId AND conversation_id = c.id AND id <> ALL(CAST(:uncounted AS bigint[]))
         ORDER BY id LIMIT 1
       ) m`,
      { realmId, conversationIds: [...conversationIds], uncounted: [...uncounted] },
    );
    return new Map(rows.map((row) => [row.conversation_id, row.id]));
  },

  idsBefore: async (realmId, places) => {
    const rows = await preparedQuery<{ conversation_id: ConversationId; id: MessageId }>(
      sql,
      "ids_before",
      `SELECT conversation_id, id FROM (
         SELECT p.conversation_id, GREATEST(m.id, ${archivedSince}) AS id
         FROM unnest(CAST(:conversationIds AS bigint[]), CAST(:ids AS bigint[])) p (conversation_id, id)
         LEFT JOIN LATERAL (
           SELECT m.id FROM messages m
           WHERE m.realm_id = :realmId AND m.conversation_id = p.conversation_id AND m.id < p.id ORDER BY m.id DESC LIMIT 1
         ) m ON true
       ) earlier WHERE id IS NOT NULL`,
      {
        realmId,
        conversationIds: places.map(({ conversationId }) => conversationId),
        ids: places.map(({ id }) => id),
      },
    );
    return new Map(rows.map((row) => [row.conversation_id, row.id]));
  },

  countsSince: async (realmId, time) => {
    // Two statements: without the literal id, the planner would scan the whole table.
    const [first] = await query<{ id: number }>(sql, firstSince, [realmId, time, time, realmId]);
    const rows = await query<{ conversation_id: ConversationId; count: number }>(
      sql,
      `SELECT conversation_id, count(*)::integer AS count FROM messages
       WHERE realm_id = ? AND id >= ? AND channel_id IS NOT NULL AND sent_at >= ? GROUP BY conversation_id`,
      [realmId, first?.id ?? 0, time],
    );
    return new Map(rows.map((row) => [row.conversation_id, row.count]));
  },

  newestSentAt: async (realmId, conversationIds) => {
    const rows = await query<{ conversation_id: ConversationId; sent_at: number }>(
      sql,
      `SELECT c.id AS conversation_id, m.sent_at FROM unnest(?::bigint[]) c (id)
       CROSS JOIN LATERAL (
         SELECT sent_at FROM messages WHERE realm_id = ? AND conversation_id = c.id ORDER BY id DESC LIMIT 1
       ) m`,
      [conversationIds, realmId],
    );
    return new Map(rows.map((row) => [row.conversation_id, row.sent_at]));
  },

  newestSenders: async (realmId, conversationIds, limit) => {
    const rows = await query<{ sender_id: UserId }>(
      sql,
      `SELECT DISTINCT m.sender_id FROM unnest(?::bigint[]) c (id)
       CROSS JOIN LATERAL (
         SELECT sender_id FROM messages WHERE realm_id = ? AND conversation_id = c.id ORDER BY id DESC LIMIT ?
       ) m`,
      [conversationIds, realmId, limit],
    );
    return new Set(rows.map((row) => row.sender_id));
  },
});
