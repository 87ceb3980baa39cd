import type { Attachment, SharedAttachment } from "../files/attachment";
import type { AttachmentId, MessageId, UserId } from "../ids";

/** A change of a user's uploads: only that user's clients receive it. */
export type AttachmentEvent =
  | {
      readonly type: "attachment_added";
      readonly userId: UserId;
      readonly attachment: Attachment;
      readonly spaceUsed: number;
    }
  | {
      readonly type: "attachment_sharing_changed";
      /** The uploader, even if somebody else shares the file. */
      readonly userId: UserId;
      readonly op: "add" | "remove";
      readonly messageId: MessageId;
      /** After the change. */
      readonly attachment: SharedAttachment;
      readonly spaceUsed: number;
      /** Set where the uploader may not read the message: the uploader is not notified. */
      readonly isHidden?: true;
    }
  | {
      readonly type: "attachment_removed";
      readonly userId: UserId;
      readonly attachmentId: AttachmentId;
      readonly size: number;
      readonly spaceUsed: number;
    };
