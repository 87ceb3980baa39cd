import type { Knex } from "knex";
import type { MessageArchive } from "../../../../application/ports/messages/message-archive";
import type { MessageId } from "../../../../domain/ids";
import { removeOldest } from "../database/by-realm";
import { query } from "../database/rows";

/** A statement still sees the rows it deletes, so a file's remaining messages are those not in `gone`. */
const removeArchived = `
  WITH old AS (SELECT realm_id, id FROM archived_messages WHERE realm_id = ANY(:realmIds) AND deleted_at < :time
    ORDER BY deleted_at LIMIT :limit FOR UPDATE SKIP LOCKED),
  gone AS (DELETE FROM archived_messages m USING old
    WHERE m.realm_id = ANY(:realmIds) AND m.realm_id = old.realm_id AND m.id = old.id RETURNING m.realm_id, m.id),
  attached AS (DELETE FROM submessages s USING gone
    WHERE s.realm_id = ANY(:realmIds) AND s.realm_id = gone.realm_id AND s.message_id = gone.id),
  unshared AS (DELETE FROM attachment_messages s USING gone
    WHERE s.realm_id = ANY(:realmIds) AND s.realm_id = gone.realm_id AND s.message_id = gone.id
    RETURNING s.realm_id, s.attachment_id),
  marked AS (UPDATE attachments a SET is_shared = false FROM unshared
    WHERE a.realm_id = ANY(:realmIds) AND a.realm_id = unshared.realm_id AND a.id = unshared.attachment_id
    AND NOT EXISTS (SELECT FROM attachment_messages s
      WHERE s.realm_id = ANY(:realmIds) AND s.realm_id = a.realm_id AND s.attachment_id = a.id
      AND NOT EXISTS (SELECT FROM gone WHERE gone.realm_id = s.realm_id AND gone.id = s.message_id)))
  SELECT id FROM gone`;

export const knexMessageArchive = (db: Knex): MessageArchive => ({
  deletedSince: async (realmId, time, conversationId, limit) => {
    const rows = await query<{ id: MessageId }>(
      db,
      `SELECT id FROM archived_messages WHERE realm_id = ? AND deleted_at >= ?
       AND conversation_id = coalesce(?, conversation_id) ORDER BY id LIMIT ?`,
      [realmId, time, conversationId ?? null, limit],
    );
    return rows.map(({ id }) => id);
  },

  removeBefore: async (time, limit) => {
    const old = { table: "archived_messages", age: "deleted_at", before: time, limit };
    const gone = await removeOldest(db, old, (realmIds, most) =>
      query<object>(db, removeArchived, { realmIds, time, limit: most }),
    );
    return gone.length;
  },
});
