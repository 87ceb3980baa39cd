import type { AttachmentEvent } from "../../../../domain/events/attachment-event";
import type { RealmId } from "../../../../domain/ids";
import { insertRows, run, type Sql, toRow } from "../database/rows";

/** Updates the rows that follow from uploads and their sharing. */
export const projectAttachments = async (
  sql: Sql,
  realmId: RealmId,
  event: AttachmentEvent,
): Promise<void> => {
  switch (event.type) {
    case "attachment_added":
      await insertRows(sql, "attachments", realmId, [toRow(event.attachment)]);
      return changeSpace(sql, realmId, event.attachment.size);
    case "attachment_sharing_changed":
      return event.op === "add" ? share(sql, realmId, event) : unshare(sql, realmId, event);
    case "attachment_removed":
      await run(sql, "DELETE FROM attachment_messages WHERE realm_id = ? AND attachment_id = ?", [
        realmId,
        event.attachmentId,
      ]);
      await run(sql, "DELETE FROM attachments WHERE realm_id = ? AND id = ?", [realmId, event.attachmentId]);
      return changeSpace(sql, realmId, -event.size);
  }
};

type SharingChange = Extract<AttachmentEvent, { type: "attachment_sharing_changed" }>;

const share = async (sql: Sql, realmId: RealmId, { attachment, messageId }: SharingChange): Promise<void> => {
  await run(
    sql,
    "INSERT INTO attachment_messages (realm_id, attachment_id, message_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    [realmId, attachment.id, messageId],
  );
  await run(sql, "UPDATE attachments SET is_shared = true WHERE realm_id = ? AND id = ? AND NOT is_shared", [
    realmId,
    attachment.id,
  ]);
};

const unshare = (sql: Sql, realmId: RealmId, { attachment, messageId }: SharingChange): Promise<void> =>
  run(
    sql,
    `WITH unshared AS (DELETE FROM attachment_messages
       WHERE realm_id = ? AND attachment_id = ? AND message_id = ?)
     UPDATE attachments a SET is_shared = false WHERE a.realm_id = ? AND a.id = ?
     AND NOT EXISTS (SELECT FROM attachment_messages s
       WHERE s.realm_id = a.realm_id AND s.attachment_id = a.id AND s.message_id <> ?)`,
    [realmId, attachment.id, messageId, realmId, attachment.id, messageId],
  );

const changeSpace = (sql: Sql, realmId: RealmId, bytes: number): Promise<void> =>
  run(
    sql,
    `INSERT INTO upload_space (realm_id, used) VALUES (?, ?)
     ON CONFLICT (realm_id) DO UPDATE SET used = upload_space.used + excluded.used`,
    [realmId, bytes],
  );
