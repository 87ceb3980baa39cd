import * as E from "fp-ts/Either";
import type { Channel } from "../../../domain/channels/channel";
import type { ConversationId } from "../../../domain/ids";
import type { RealmState } from "../../../domain/state/realm-state";
import { isMisleading } from "../../../domain/text/name-characters";
import {
  generalChatDisabled,
  invalidTopicCharacter,
  onlyGeneralChatAllowed,
  type TopicError,
} from "../../../domain/topics/refusals";
import { topicLength } from "../../../domain/topics/topic";
import type { Transaction } from "../../transaction";

/** Whether the topic has control, surrogate or unassigned characters, which nobody could type in a search. */
export const hasControlCharacter = (topic: string): boolean =>
  /[\p{Cc}\p{Cs}\p{Cn}]/u.test(topic.slice(0, topicLength * 2));

/**
 * Whether a topic would be new in a conversation and is misleading: it could pass for another one, or change how the text
 * around it looks.
 */
export const isMisleadingNewTopic = async (
  { state, messages }: Pick<Transaction, "state" | "messages">,
  conversationId: ConversationId,
  topic: string,
): Promise<boolean> =>
  isMisleading(topic) && !(await messages.hasTopic(state.realm.id, conversationId, topic));

/** The topic, if messages of the channel may have it. */
export const checkTopic = (
  { realm }: RealmState,
  channel: Channel,
  topic: string,
): E.Either<TopicError, string> => {
  if (hasControlCharacter(topic)) return E.left(invalidTopicCharacter);
  const policy = channel.topicsPolicy === "inherit" ? realm.settings.topicsPolicy : channel.topicsPolicy;
  if (topic === "" && policy === "disable_empty_topic") return E.left(generalChatDisabled);
  if (topic !== "" && policy === "empty_topic_only") return E.left(onlyGeneralChatAllowed);
  return E.right(topic);
};
