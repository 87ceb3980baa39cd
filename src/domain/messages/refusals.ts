import { type ApiError, badRequest } from "../errors";

type Refusal<Code extends ApiError["code"]> = Extract<ApiError, { readonly code: Code }>;

// Finding and reading messages

/** The answer for messages that don't exist and for messages the caller may not read, so that the two look alike. */
export const invalidMessages = badRequest("Invalid message(s)");
export const messagesTooLong = badRequest("These messages are too long to return together. Request fewer.");
export const editHistoryDisabled = badRequest("Message edit history is disabled in this organization");
export const readReceiptsDisabled = badRequest("Read receipts are disabled in this organization.");

// Content and topics

export const messageHasNullBytes = badRequest("Message must not contain null bytes");
export const emptyMessage = badRequest("Message must not be empty");
export const contentTooLong = (limit: number) =>
  badRequest(`content is too long (limit: ${limit} characters)`);
/** Rendering takes too long, or produces too much HTML. */
export const unableToRender = badRequest("Unable to render message");
export const invalidTopicCharacter = badRequest("Invalid character in topic, at position 1!");
export const generalChatDisabled = badRequest(
  "Sending messages to the general chat is not allowed in this channel.",
);
export const onlyGeneralChatAllowed = badRequest("Only the general chat topic is allowed in this channel.");
export const cannotCreateTopics = badRequest(
  "You do not have permission to create new topics in this channel.",
);

// Direct messages

export const recipientDeactivated = (fullName: string) =>
  badRequest(`'${fullName}' is no longer part of this organization.`);
export const directMessagesDisabled = badRequest("Direct messages are disabled in this organization.");
export const cannotStartDirectMessages = badRequest(
  "You do not have permission to initiate direct message conversations.",
);

// Mentions

export const cannotMentionGroup = (groupName: string) =>
  badRequest(`You are not allowed to mention user group '${groupName}'.`);
export const channelWildcardNotAllowed = {
  code: "CHANNEL_WILDCARD_MENTION_NOT_ALLOWED",
  message: "You do not have permission to use channel wildcard mentions in this channel.",
} as const satisfies ApiError;
export const topicWildcardNotAllowed = {
  code: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  message: "You do not have permission to use topic wildcard mentions in this topic.",
} as const satisfies ApiError;

// Widgets and submessages

export const invalidWidgetJson = badRequest("Widgets: API programmer sent invalid JSON content");
export const invalidWidget = (problem: string) => badRequest(`Widgets: ${problem}`);
export const cannotAttachSubmessage = badRequest("You cannot attach a submessage to this message.");
export const invalidSubmessageJson = badRequest("Invalid json for submessage");
export const invalidSubmessage = (problem: string) => badRequest(problem);
export const senderAttachedTooMuch = badRequest("You have attached too much to this message.");
export const tooMuchAttached = badRequest("Too much is attached to this message.");

// Flags

export const flagNotEditable = (flag: string) => badRequest(`Flag not editable: '${flag}'`);
export const unknownFlag = (flag: string) => badRequest(`Invalid flag: '${flag}'`);
export const anchorExcludedInsideRange = badRequest("The anchor can only be excluded at an end of the range");

// Reactions

export const reactionAlreadyExists = {
  code: "REACTION_ALREADY_EXISTS",
  message: "Reaction already exists.",
} as const satisfies ApiError;
export const reactionDoesNotExist = {
  code: "REACTION_DOES_NOT_EXIST",
  message: "Reaction doesn't exist.",
} as const satisfies ApiError;
export const reactionNotNamed = badRequest(
  "At least one of the following arguments must be present: emoji_name, emoji_code",
);
export const tooManyReactionsBySender = (limit: number) =>
  badRequest(`You can put at most ${limit} reactions on a message.`);
export const tooManyReactions = badRequest("This message has too many reactions.");

// Edits

export const nothingToChange = badRequest("Nothing to change");
export const propagateModeWithoutMove = badRequest("Invalid propagate_mode without topic edit");
export const contentAndChannelChanged = badRequest("Cannot change message content while changing channel");
export const widgetNotEditable = badRequest("Widgets cannot be edited.");
export const cannotEditMessage = badRequest("You don't have permission to edit this message");
export const editingDisabled = badRequest("Your organization has turned off message editing");
export const editedTooOften = badRequest("This message was edited too often to be edited again.");
export const editTimeLimitPassed = badRequest("The time limit for editing this message has passed");
export const contentNotAsExpected = {
  code: "EXPECTATION_MISMATCH",
  message: "'prev_content_sha256' value does not match the expected value.",
} as const satisfies ApiError;

// Moves

export const cannotMoveMessage = badRequest("You don't have permission to move this message");
export const cannotResolveTopics = badRequest("You don't have permission to resolve topics.");
export const directMessagesHaveNoTopics = badRequest("Direct messages cannot have topics.");
export const directMessagesStayDirect = badRequest("Direct messages cannot be moved to channels.");
export const topicEditTimeLimitPassed = badRequest(
  "The time limit for editing this message's topic has passed.",
);
export const channelEditTimeLimitPassed = badRequest(
  "The time limit for editing this message's channel has passed",
);
/** Part of the topic is too old to move. `firstAllowedId` is the oldest message that may still move; 0 for none. */
export const moveTimeLimitExceeded = (
  limits: Pick<Refusal<"MOVE_MESSAGES_TIME_LIMIT_EXCEEDED">, "firstAllowedId" | "total" | "allowed">,
): Refusal<"MOVE_MESSAGES_TIME_LIMIT_EXCEEDED"> => ({
  code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
  message: `You only have permission to move the ${limits.allowed}/${limits.total} most recent messages in this topic.`,
  ...limits,
});

// Deletion and reports

export const cannotDeleteMessage = badRequest("You don't have permission to delete this message");
export const deleteTimeLimitPassed = badRequest("The time limit for deleting this message has passed");
export const explanationRequired = badRequest("An explanation is required.");
export const reportingDisabled = badRequest("Message reporting is not enabled in this organization.");

// Summaries

export const aiNotEnabled = badRequest("AI features are not enabled on this server.");
export const aiHiddenByUser = badRequest("You have hidden AI features in your settings.");
export const nothingToSummarize = badRequest("No messages in conversation to summarize");
export const summaryFailed = badRequest("The summary couldn't be written. Try again later.");

// Typing notifications

export const channelTypingDisabled = badRequest(
  "User has disabled typing notifications for channel messages",
);
export const directTypingDisabled = badRequest("User has disabled typing notifications for direct messages");
export const noTypingRecipients = badRequest("Empty 'to' list");
