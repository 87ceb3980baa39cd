import type { AttachmentEvent } from "../../../domain/attachment";
import { insertRows, run, type Sql, toRow } from "./rows";

/** Changes the rows that follow from what people upload and share. */
export const projectAttachments = async (
  sql: Sql,
  realmId: number,
  event: AttachmentEvent,
): Promise<void> => {
  switch (event.type) {
    case "attachment_added":
      await insertRows(sql, "attachments", [{ realm_id: realmId, ...toRow(event.attachment) }]);
      return changeSpace(sql, realmId, event.attachment.size);
    case "attachment_sharing_changed":
      return run(
        sql,
        event.op === "add"
          ? "INSERT INTO attachment_messages (realm_id, attachment_id, message_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
          : "DELETE FROM attachment_messages WHERE realm_id = ? AND attachment_id = ? AND message_id = ?",
        [realmId, event.attachment.id, event.messageId],
      );
    case "attachment_removed":
      await run(sql, "DELETE FROM attachment_messages WHERE realm_id = ? AND attachment_id = ?", [
        realmId,
        event.attachmentId,
      ]);
      await run(sql, "DELETE FROM attachments WHERE realm_id = ? AND id = ?", [realmId, event.attachmentId]);
      return changeSpace(sql, realmId, -event.size);
  }
};

const changeSpace = (sql: Sql, realmId: number, bytes: number): Promise<void> =>
  run(
    sql,
    `INSERT INTO upload_space (realm_id, used) VALUES (?, ?)
     ON CONFLICT (realm_id) DO UPDATE SET used = upload_space.used + excluded.used`,
    [realmId, bytes],
  );
