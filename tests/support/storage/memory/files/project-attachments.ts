import type { AttachmentEvent } from "../../../../../src/domain/events/attachment-event";
import type { RealmTables } from "../tables";
import { insert, refuseTaken } from "../users/unique";

/** Changes the rows that follow from what people upload and share. */
export const projectAttachments = (tables: RealmTables, event: AttachmentEvent): void => {
  const { attachments, sharing } = tables;
  switch (event.type) {
    case "attachment_added":
      refuseTaken(
        "path",
        event.attachment.path,
        [...attachments.values()].map(({ path }) => path),
      );
      insert("attachment", attachments, event.attachment.id, event.attachment);
      break;
    case "attachment_sharing_changed": {
      const messages = new Set(sharing.get(event.attachment.id));
      if (event.op === "add") messages.add(event.messageId);
      else messages.delete(event.messageId);
      sharing.set(event.attachment.id, messages);
      break;
    }
    case "attachment_removed":
      attachments.delete(event.attachmentId);
      sharing.delete(event.attachmentId);
      break;
  }
};
