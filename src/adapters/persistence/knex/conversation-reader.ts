import type { ConversationReader } from "../../../application/ports/conversation-reader";
import { query, type Sql } from "./rows";

export const knexConversationReader = (sql: Sql): ConversationReader => ({
  firstIds: async (realmId, conversationIds) => {
    const rows = await query<{ conversation_id: number; id: number }>(
      sql,
      `SELECT c.id AS conversation_id, m.id FROM unnest(?::bigint[]) c (id)
       CROSS JOIN LATERAL (SELECT id FROM messages WHERE realm_id = ? AND conversation_id = c.id ORDER BY id LIMIT 1) m`,
      [conversationIds, realmId],
    );
    return new Map(rows.map((row) => [row.conversation_id, row.id]));
  },

  countsSince: async (realmId, time) => {
    const rows = await query<{ conversation_id: number; count: number }>(
      sql,
      `SELECT conversation_id, count(*)::integer AS count FROM messages
       WHERE realm_id = ? AND channel_id IS NOT NULL AND sent_at >= ? GROUP BY conversation_id`,
      [realmId, time],
    );
    return new Map(rows.map((row) => [row.conversation_id, row.count]));
  },

  newestSentAt: async (realmId, conversationIds) => {
    const rows = await query<{ conversation_id: number; sent_at: number }>(
      sql,
      `SELECT c.id AS conversation_id, m.sent_at FROM unnest(?::bigint[]) c (id)
       CROSS JOIN LATERAL (
         SELECT sent_at FROM messages WHERE realm_id = ? AND conversation_id = c.id ORDER BY id DESC LIMIT 1
       ) m`,
      [conversationIds, realmId],
    );
    return new Map(rows.map((row) => [row.conversation_id, row.sent_at]));
  },
});
