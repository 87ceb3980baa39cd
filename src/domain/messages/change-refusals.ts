import type { MessageId } from "../ids";
import { badRequest, type RefusalIn, refusal } from "../refusal";

export type MessageChangeError = RefusalIn<typeof import("./change-refusals")>;

export const nothingToChange = badRequest("nothingToChange", "Nothing to change");
export const propagateModeWithoutMove = badRequest(
  "propagateModeWithoutMove",
  "Invalid propagate_mode without topic edit",
);
export const contentAndChannelChanged = badRequest(
  "contentAndChannelChanged",
  "Cannot change message content while changing channel",
);
export const widgetNotEditable = badRequest("widgetNotEditable", "Widgets cannot be edited.");
export const cannotEditMessage = badRequest(
  "cannotEditMessage",
  "You don't have permission to edit this message",
);
export const editingDisabled = badRequest(
  "editingDisabled",
  "Your organization has turned off message editing",
);
export const editedTooOften = badRequest(
  "editedTooOften",
  "This message was edited too often to be edited again.",
);
export const editTimeLimitPassed = badRequest(
  "editTimeLimitPassed",
  "The time limit for editing this message has passed",
);
export const contentNotAsExpected = refusal(
  "contentNotAsExpected",
  "EXPECTATION_MISMATCH",
  "'prev_content_sha256' value does not match the expected value.",
);
export const cannotMoveMessage = badRequest(
  "cannotMoveMessage",
  "You don't have permission to move this message",
);
export const directMessagesHaveNoTopics = badRequest(
  "directMessagesHaveNoTopics",
  "Direct messages cannot have topics.",
);
export const directMessagesStayDirect = badRequest(
  "directMessagesStayDirect",
  "Direct messages cannot be moved to channels.",
);
export const topicEditTimeLimitPassed = badRequest(
  "topicEditTimeLimitPassed",
  "The time limit for editing this message's topic has passed.",
);
export const channelEditTimeLimitPassed = badRequest(
  "channelEditTimeLimitPassed",
  "The time limit for editing this message's channel has passed",
);
/** Part of the topic is too old to move. `firstAllowedId` is the oldest message that may still move, if one may. */
export const moveTimeLimitExceeded = (limits: {
  readonly firstAllowedId: MessageId | undefined;
  readonly total: number;
  readonly allowed: number;
}) => ({
  ...refusal(
    "moveTimeLimitExceeded",
    "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    `You only have permission to move the ${limits.allowed}/${limits.total} most recent messages in this topic.`,
  ),
  ...limits,
});
export const cannotDeleteMessage = badRequest(
  "cannotDeleteMessage",
  "You don't have permission to delete this message",
);
export const deleteTimeLimitPassed = badRequest(
  "deleteTimeLimitPassed",
  "The time limit for deleting this message has passed",
);
