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
      `DELETE FROM archived_messages WHERE realm_id = ? AND id IN (
         SELECT id FROM archived_messages WHERE realm_id = ? AND deleted_at < ? ORDER BY deleted_at LIMIT ?)
       RETURNING id`,
      [realmId, realmId, time, limit],
    );
    return rows.length;
  },
});
