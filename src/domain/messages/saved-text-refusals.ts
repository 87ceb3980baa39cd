import { badRequest, notFound, type RefusalIn } from "../refusal";

export type SavedTextError = RefusalIn<typeof import("./saved-text-refusals")>;

// Drafts

export const noSuchDraft = notFound("noSuchDraft", "Draft does not exist");
export const draftSyncDisabled = badRequest("draftSyncDisabled", "User has disabled synchronizing drafts.");
export const negativeTimestamp = badRequest("negativeTimestamp", "Timestamp must not be negative.");
export const timestampTooFar = badRequest("timestampTooFar", "Timestamp must be before the year 10000.");
export const topicHasNullBytes = badRequest("topicHasNullBytes", "Topic must not contain null bytes");
export const notExactlyOneChannel = badRequest(
  "notExactlyOneChannel",
  "Must specify exactly 1 channel ID for channel messages",
);

// Scheduled messages and reminders

export const noSuchScheduledMessage = notFound("noSuchScheduledMessage", "Scheduled message does not exist");
export const tooLateToSend = badRequest("tooLateToSend", "Message could not be sent at the scheduled time.");
/** Stored with a scheduled message whose sending threw an error. */
export const sendingFailed = badRequest("sendingFailed", "Internal server error");
export const noSuchReminder = notFound("noSuchReminder", "Reminder does not exist");
export const notInTheFuture = badRequest("notInTheFuture", "Scheduled delivery time must be in the future.");
export const tooFarInTheFuture = badRequest(
  "tooFarInTheFuture",
  "Scheduled delivery time must be before the year 10000.",
);
export const invalidChannelIdType = badRequest("invalidChannelIdType", "Invalid data type for channel ID");
export const recipientRequired = badRequest(
  "recipientRequired",
  "Recipient required when updating type of scheduled message.",
);
export const topicRequired = badRequest(
  "topicRequired",
  "Topic required when updating scheduled message type to channel.",
);

// Snippets

export const noSuchSnippet = notFound("noSuchSnippet", "Saved snippet does not exist.");
export const emptySnippetTitle = badRequest("emptySnippetTitle", "Title cannot be empty.");
export const snippetTitleTooLong = (limit: number) =>
  badRequest("snippetTitleTooLong", `title is too long (limit: ${limit} characters)`);
export const emptySnippetContent = badRequest("emptySnippetContent", "Content cannot be empty.");
