import { type Either, left, right } from "fp-ts/Either";
import type { Channel } from "../../domain/channel";
import { type ApiError, badRequest } from "../../domain/errors";
import { messageLimits } from "../../domain/message";
import type { RealmState } from "../../domain/realm-state";

/** Unassigned, private, surrogate and control characters can't be typed again in a search. */
export const hasControlCharacter = (topic: string): boolean =>
  /[\p{Cc}\p{Cs}\p{Cn}]/u.test(topic.slice(0, messageLimits.topicLength * 2));

/** A topic, if messages of the channel can have it. */
export const checkTopic = (
  { realm }: RealmState,
  channel: Channel,
  topic: string,
): Either<ApiError, string> => {
  if (hasControlCharacter(topic)) return left(badRequest("Invalid character in topic, at position 1!"));
  const policy = channel.topicsPolicy === "inherit" ? realm.settings.topicsPolicy : channel.topicsPolicy;
  if (topic === "" && policy === "disable_empty_topic")
    return left(badRequest("Sending messages to the general chat is not allowed in this channel."));
  if (topic !== "" && policy === "empty_topic_only")
    return left(badRequest("Only the general chat topic is allowed in this channel."));
  return right(topic);
};
