import type { AttachmentReader } from "../../../application/ports/attachment-reader";
import { attachmentCodec, sharedAttachmentCodec } from "../../../domain/attachment";
import { scopeToSql } from "./message-conditions";
import { query, rowReader, type Sql } from "./rows";

const toAttachment = rowReader("attachments", attachmentCodec, "id");
const toShared = rowReader("attachments", sharedAttachmentCodec, "id");

/**
 * What makes an attachment `a` an orphan, with a parameter for the time that it was uploaded before. `is_shared` only
 * leads to an index of few rows: whether a message shares the file is for its rows to say.
 */
export const orphansOf = `NOT a.is_shared AND a.uploaded_at < ?
  AND NOT EXISTS (SELECT FROM attachment_messages s
    WHERE s.realm_id = a.realm_id AND s.attachment_id = a.id
    AND (EXISTS (SELECT FROM messages m WHERE m.realm_id = s.realm_id AND m.id = s.message_id)
      OR EXISTS (SELECT FROM archived_messages m WHERE m.realm_id = s.realm_id AND m.id = s.message_id)))
  AND NOT EXISTS (SELECT FROM scheduled_messages l WHERE l.realm_id = a.realm_id
    AND position(split_part(a.path, '/', 3) IN l.content) > 0)`;

export const knexAttachmentReader = (sql: Sql): AttachmentReader => ({
  byPaths: async (realmId, paths) => {
    if (paths.length === 0) return [];
    const rows = await query(sql, "SELECT * FROM attachments WHERE realm_id = ? AND path = ANY(?)", [
      realmId,
      [...paths],
    ]);
    return rows.map(toAttachment);
  },

  byId: async (realmId, id) => {
    const [row] = await query(sql, "SELECT * FROM attachments WHERE realm_id = ? AND id = ?", [realmId, id]);
    return row && toAttachment(row);
  },

  ofOwner: async (realmId, userId, scope) => {
    const rows = await query(
      sql,
      `SELECT a.*, coalesce(
         (SELECT jsonb_agg(jsonb_build_object('id', m.id, 'sentAt', m.sent_at) ORDER BY m.id)
          FROM attachment_messages s JOIN messages m ON m.realm_id = s.realm_id AND m.id = s.message_id
          WHERE s.realm_id = a.realm_id AND s.attachment_id = a.id AND ?), '[]') AS messages
       FROM attachments a WHERE a.realm_id = ? AND a.owner_id = ? ORDER BY a.id`,
      [scopeToSql(sql, scope), realmId, userId],
    );
    return rows.map(toShared);
  },

  sharing: async (realmId, attachmentId, scope) => {
    const rows = await query<{ id: number; sent_at: number }>(
      sql,
      `SELECT m.id, m.sent_at FROM attachment_messages s
       JOIN messages m ON m.realm_id = s.realm_id AND m.id = s.message_id
       WHERE s.realm_id = ? AND s.attachment_id = ? AND ? ORDER BY m.id`,
      [realmId, attachmentId, scope ? scopeToSql(sql, scope) : sql.raw("true")],
    );
    return rows.map(({ id, sent_at }) => ({ id, sentAt: sent_at }));
  },

  sharedBy: async (realmId, messageId) => {
    const rows = await query(
      sql,
      `SELECT a.* FROM attachment_messages s
       JOIN attachments a ON a.realm_id = s.realm_id AND a.id = s.attachment_id
       WHERE s.realm_id = ? AND s.message_id = ? ORDER BY a.id`,
      [realmId, messageId],
    );
    return rows.map(toAttachment);
  },

  spaceUsed: async (realmId) => {
    const [row] = await query<{ used: number }>(sql, "SELECT used FROM upload_space WHERE realm_id = ?", [
      realmId,
    ]);
    return row?.used ?? 0;
  },

  orphans: async (realmId, time, limit) => {
    const rows = await query(
      sql,
      `SELECT a.* FROM attachments a WHERE a.realm_id = ? AND ${orphansOf}
       ORDER BY a.uploaded_at, a.id LIMIT ?`,
      [realmId, time, limit],
    );
    return rows.map(toAttachment);
  },
});
