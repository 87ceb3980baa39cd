import { tooLong } from "../input-refusals";
import { badRequest, type RefusalIn, refusal } from "../refusal";

export type MessageError = RefusalIn<typeof import("./refusals")>;

// Finding and reading messages

/** The answer for messages that don't exist and for messages the caller may not read, so that the two look alike. */
export const invalidMessages = badRequest("invalidMessages", "Invalid message(s)");
export const messagesTooLong = badRequest(
  "messagesTooLong",
  "These messages are too long to return together. Request fewer.",
);
export const editHistoryDisabled = badRequest(
  "editHistoryDisabled",
  "Message edit history is disabled in this organization",
);
export const readReceiptsDisabled = badRequest(
  "readReceiptsDisabled",
  "Read receipts are disabled in this organization.",
);

// Content and topics

export const messageHasNullBytes = badRequest("messageHasNullBytes", "Message must not contain null bytes");
export const emptyMessage = badRequest("emptyMessage", "Message must not be empty");
export const contentTooLong = (limit: number) =>
  badRequest("contentTooLong", `content is too long (limit: ${limit} characters)`);
/** Rendering takes too long, or produces too much HTML. */
export const unableToRender = badRequest("unableToRender", "Unable to render message");

// Direct messages

export const recipientDeactivated = (fullName: string) =>
  badRequest("recipientDeactivated", `'${fullName}' is no longer part of this organization.`);
export const directMessagesDisabled = badRequest(
  "directMessagesDisabled",
  "Direct messages are disabled in this organization.",
);
export const cannotStartDirectMessages = badRequest(
  "cannotStartDirectMessages",
  "You do not have permission to initiate direct message conversations.",
);

// Mentions

export const cannotMentionGroup = (groupName: string) =>
  badRequest("cannotMentionGroup", `You are not allowed to mention user group '${groupName}'.`);
export const channelWildcardNotAllowed = refusal(
  "channelWildcardNotAllowed",
  "CHANNEL_WILDCARD_MENTION_NOT_ALLOWED",
  "You do not have permission to use channel wildcard mentions in this channel.",
);
export const topicWildcardNotAllowed = refusal(
  "topicWildcardNotAllowed",
  "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  "You do not have permission to use topic wildcard mentions in this topic.",
);

// Widgets and submessages

export const invalidWidgetJson = badRequest(
  "invalidWidgetJson",
  "Widgets: API programmer sent invalid JSON content",
);
export const widgetTooLong = (limit: number) => tooLong("widget_content", limit);
export const invalidWidget = (problem: string) => badRequest("invalidWidget", `Widgets: ${problem}`);
export const cannotAttachSubmessage = badRequest(
  "cannotAttachSubmessage",
  "You cannot attach a submessage to this message.",
);
export const submessageKindTooLong = (limit: number) => tooLong("msg_type", limit);
export const submessageTooLong = (limit: number) => tooLong("content", limit);
export const invalidSubmessageJson = badRequest("invalidSubmessageJson", "Invalid json for submessage");
export const invalidSubmessage = (problem: string) => badRequest("invalidSubmessage", problem);
export const senderAttachedTooMuch = badRequest(
  "senderAttachedTooMuch",
  "You have attached too much to this message.",
);
export const tooMuchAttached = badRequest("tooMuchAttached", "Too much is attached to this message.");

// Flags

export const flagNotEditable = (flag: string) =>
  badRequest("flagNotEditable", `Flag not editable: '${flag}'`);
export const unknownFlag = (flag: string) => badRequest("unknownFlag", `Invalid flag: '${flag}'`);
export const anchorExcludedInsideRange = badRequest(
  "anchorExcludedInsideRange",
  "The anchor can only be excluded at an end of the range",
);

// Reports

export const explanationRequired = badRequest("explanationRequired", "An explanation is required.");
export const explanationTooLong = (limit: number) => tooLong("description", limit);
export const reportingDisabled = badRequest(
  "reportingDisabled",
  "Message reporting is not enabled in this organization.",
);
