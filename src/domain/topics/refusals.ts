import { badRequest, type RefusalIn } from "../refusal";

export type TopicError = RefusalIn<typeof import("./refusals")>;

export const invalidTopicCharacter = badRequest(
  "invalidTopicCharacter",
  "Invalid character in topic, at position 1!",
);
export const generalChatDisabled = badRequest(
  "generalChatDisabled",
  "Sending messages to the general chat is not allowed in this channel.",
);
export const onlyGeneralChatAllowed = badRequest(
  "onlyGeneralChatAllowed",
  "Only the general chat topic is allowed in this channel.",
);
export const cannotCreateTopics = badRequest(
  "cannotCreateTopics",
  "You do not have permission to create new topics in this channel.",
);
export const cannotResolveTopics = badRequest(
  "cannotResolveTopics",
  "You don't have permission to resolve topics.",
);
export const topicHasNullBytes = badRequest("topicHasNullBytes", "Topic must not contain null bytes");
