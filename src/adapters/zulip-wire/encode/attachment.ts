import type { UserDataEvent } from "../../../domain/events/user-data-event";
import type { SharedAttachment } from "../../../domain/files/attachment";
import type { EventEntry } from "./event-reader";

/** A file as the API encodes it. Times are in Unix seconds (level 443), messages are ids (level 472). */
export const encodeAttachment = ({
  id,
  name,
  path,
  size,
  uploadedAt,
  messages,
}: SharedAttachment): object => ({
  id,
  name,
  path_id: path,
  size,
  create_time: Math.floor(uploadedAt / 1000),
  message_ids: messages.map((message) => message.id),
});

type AttachmentEvent = Extract<
  UserDataEvent,
  { type: "attachment_added" | "attachment_sharing_changed" | "attachment_removed" }
>;

/** The entries that the uploader's clients receive about a file. */
export const attachmentEntries = (event: AttachmentEvent): readonly EventEntry[] => {
  const entry = (op: "add" | "update" | "remove", attachment: object): readonly EventEntry[] => [
    {
      category: "attachment",
      body: { type: "attachment", op, attachment, upload_space_used: event.spaceUsed },
    },
  ];
  switch (event.type) {
    case "attachment_added":
      return entry("add", encodeAttachment({ ...event.attachment, messages: [] }));
    case "attachment_sharing_changed":
      return event.isHidden ? [] : entry("update", encodeAttachment(event.attachment));
    case "attachment_removed":
      return entry("remove", { id: event.attachmentId });
  }
};
