import type { Knex } from "knex";
import type { MessageArchive } from "../../../application/ports/message-archive";
import { query } from "./rows";

export const knexMessageArchive = (db: Knex): MessageArchive => ({
  deletedSince: async (realmId, time, conversationId, limit) => {
    const rows = await query<{ id: number }>(
      db,
      `SELECT id FROM archived_messages WHERE realm_id = ? AND deleted_at >= ?
       AND conversation_id = coalesce(?, conversation_id) ORDER BY id LIMIT ?`,
      [realmId, time, conversationId ?? null, limit],
    );
    return rows.map(({ id }) => id);
  },

  removeBefore: async (realmId, time, limit) => {
    const rows = await query(
      db,
      `WITH gone AS (DELETE FROM archived_messages WHERE realm_id = ? AND id IN (
           SELECT id FROM archived_messages WHERE realm_id = ? AND deleted_at < ? ORDER BY deleted_at LIMIT ?)
         RETURNING realm_id, id),
       attached AS (DELETE FROM submessages s USING gone
         WHERE s.realm_id = gone.realm_id AND s.message_id = gone.id)
       SELECT id FROM gone`,
      [realmId, realmId, time, limit],
    );
    return rows.length;
  },
});
