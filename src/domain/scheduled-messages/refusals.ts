import { badRequest, notFound, type RefusalIn } from "../refusal";

export type ScheduledMessageError = RefusalIn<typeof import("./refusals")>;

export const noSuchScheduledMessage = notFound("noSuchScheduledMessage", "Scheduled message does not exist");
export const tooLateToSend = badRequest("tooLateToSend", "Message could not be sent at the scheduled time.");
/** Stored with a scheduled message whose sending threw an error. */
export const sendingFailed = badRequest("sendingFailed", "Internal server error");
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
