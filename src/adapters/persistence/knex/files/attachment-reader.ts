import type { AttachmentReader } from "../../../../application/ports/files/attachment-reader";
import {
  attachmentCodec,
  attachmentLimits,
  type SharingMessage,
  sharedAttachmentCodec,
} from "../../../../domain/files/attachment";
import type { MessageId } from "../../../../domain/ids";
import { decodedInSlices } from "../database/decode-rows";
import { query, rowReader, type Sql } from "../database/rows";
import { scopeToSql } from "../messages/message-conditions";

interface SharingRow {
  readonly id: MessageId;
  readonly sent_at: number;
}

const toSharing = ({ id, sent_at }: SharingRow): SharingMessage => ({ id, sentAt: sent_at });

const toAttachment = rowReader("attachments", attachmentCodec, "id");
const toShared = rowReader("attachments", sharedAttachmentCodec, "id");

/**
 * The condition for an attachment `a` to be an orphan. Takes `:uploadedBefore`, the latest upload time, and `:realmId` where it is
 * about one realm. `is_shared` only leads to a small index: the rows of messages decide whether one shares the file.
 */
export const orphansIn = (
  realm: ":realmId" | "a.realm_id",
): string => `NOT a.is_shared AND a.uploaded_at < :uploadedBefore
  AND NOT EXISTS (SELECT FROM attachment_messages s
    WHERE s.realm_id = ${realm} AND s.attachment_id = a.id
    AND (EXISTS (SELECT FROM messages m WHERE m.realm_id = ${realm} AND m.id = s.message_id)
      OR EXISTS (SELECT FROM archived_messages m WHERE m.realm_id = ${realm} AND m.id = s.message_id)))
  AND NOT EXISTS (SELECT FROM scheduled_messages l WHERE l.realm_id = ${realm}
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
         (SELECT jsonb_agg(jsonb_build_object('id', m.id, 'sentAt', m.sent_at) ORDER BY m.id) FROM (
            SELECT m.id, m.sent_at FROM attachment_messages s
            JOIN messages m ON m.realm_id = s.realm_id AND m.id = s.message_id
            WHERE s.realm_id = ? AND s.attachment_id = a.id AND ?
            ORDER BY s.message_id DESC LIMIT ?
          ) m), '[]') AS messages
       FROM attachments a WHERE a.realm_id = ? AND a.owner_id = ? ORDER BY a.id`,
      [realmId, scopeToSql(sql, realmId, scope), attachmentLimits.listedMessages, realmId, userId],
    );
    return decodedInSlices(rows, toShared);
  },

  sharing: async (realmId, attachmentId, most) => {
    const rows = await query<SharingRow>(
      sql,
      `SELECT m.id, m.sent_at FROM attachment_messages s
       JOIN messages m ON m.realm_id = s.realm_id AND m.id = s.message_id
       WHERE s.realm_id = ? AND s.attachment_id = ? ORDER BY s.message_id DESC LIMIT ?`,
      [realmId, attachmentId, most],
    );
    return rows.toReversed().map(toSharing);
  },

  newestSharing: async (realmId, attachmentId, scope) => {
    const rows = await query<SharingRow>(
      sql,
      `SELECT m.id, m.sent_at FROM attachment_messages s
       JOIN messages m ON m.realm_id = s.realm_id AND m.id = s.message_id
       WHERE s.realm_id = ? AND s.attachment_id = ? AND ? ORDER BY s.message_id DESC LIMIT ?`,
      [realmId, attachmentId, scopeToSql(sql, realmId, scope), attachmentLimits.listedMessages],
    );
    return rows.toReversed().map(toSharing);
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
      `SELECT a.* FROM attachments a WHERE a.realm_id = :realmId AND ${orphansIn(":realmId")}
       ORDER BY a.uploaded_at, a.id LIMIT :limit`,
      { realmId, uploadedBefore: time, limit },
    );
    return rows.map(toAttachment);
  },
});
