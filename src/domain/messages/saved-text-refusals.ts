import { badRequest, notFound } from "../errors";

// Drafts

export const noSuchDraft = notFound("Draft does not exist");
export const draftSyncDisabled = badRequest("User has disabled synchronizing drafts.");
export const negativeTimestamp = badRequest("Timestamp must not be negative.");
export const topicHasNullBytes = badRequest("Topic must not contain null bytes");
export const notExactlyOneChannel = badRequest("Must specify exactly 1 channel ID for channel messages");

// Scheduled messages and reminders

export const noSuchScheduledMessage = notFound("Scheduled message does not exist");
export const tooLateToSend = badRequest("Message could not be sent at the scheduled time.");
/** Stored with a scheduled message whose sending threw an error. */
export const sendingFailed = badRequest("Internal server error");
export const noSuchReminder = notFound("Reminder does not exist");
export const notInTheFuture = badRequest("Scheduled delivery time must be in the future.");
export const invalidChannelIdType = badRequest("Invalid data type for channel ID");
export const recipientRequired = badRequest("Recipient required when updating type of scheduled message.");
export const topicRequired = badRequest("Topic required when updating scheduled message type to channel.");

// Snippets

export const noSuchSnippet = notFound("Saved snippet does not exist.");
export const emptySnippetTitle = badRequest("Title cannot be empty.");
export const snippetTitleTooLong = (limit: number) =>
  badRequest(`title is too long (limit: ${limit} characters)`);
export const emptySnippetContent = badRequest("Content cannot be empty.");
