import * as E from "fp-ts/Either";
import type { Channel } from "../../../domain/channels/channel";
import type { ConversationId } from "../../../domain/ids";
import type { Conversation } from "../../../domain/messages/message";
import { holdsInChannel } from "../../../domain/policy/channel-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { isMisleading } from "../../../domain/text/name-characters";
import {
  cannotCreateTopics,
  generalChatDisabled,
  invalidTopicCharacter,
  onlyGeneralChatAllowed,
  type TopicError,
} from "../../../domain/topics/refusals";
import { topicLength } from "../../../domain/topics/topic";
import type { User } from "../../../domain/users/user";
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

/** Fails if the topic would be new in the channel and the user may not start topics there. */
export const checkTopicStart = async (
  { state, now, messages }: Pick<Transaction, "state" | "now" | "messages">,
  user: User,
  { id, channelId }: Extract<Conversation, { kind: "channel" }>,
  topic: string,
): Promise<E.Either<TopicError, undefined>> => {
  const channel = state.channels.get(channelId);
  if (channel === undefined || holdsInChannel(state, user, channel, "canCreateTopicGroup", now))
    return E.right(undefined);
  return (await messages.hasTopic(state.realm.id, id, topic))
    ? E.right(undefined)
    : E.left(cannotCreateTopics);
};

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
