import type { MessageState } from "../../../application/events/register-queue";
import { foldCase } from "../../../domain/fold-case";
import { sortedUnique } from "../../../domain/message";
import { isTopicMuted, type UserTopic } from "../../../domain/topic-policy";
import { topicName } from "../encode/message";
import type { MessagePart, StateContext } from "./context";

type Unread = MessageState["unread"][number];

/** Lists of message ids by conversation, oldest first. */
const grouped = (
  unread: readonly Unread[],
  keyOf: (one: Unread) => string,
): readonly (readonly [Unread, number[]])[] => {
  const groups = new Map<string, [Unread, number[]]>();
  for (const one of [...unread].reverse()) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group[1].push(one.id);
    else groups.set(key, [one, [one.id]]);
  }
  return [...groups.values()];
};

const participantsOf = (one: Unread): readonly number[] =>
  one.conversation.kind === "direct" ? one.conversation.participants : [];

const isMention = (flag: string): boolean => flag === "mentioned" || flag.endsWith("wildcard_mentioned");

/** Whether a message is where its reader doesn't look. */
const mutedBy = (
  { state, user }: Pick<StateContext, "state" | "user">,
  topics: readonly UserTopic[],
): ((one: Unread) => boolean) => {
  const keyOf = (channelId: number, topic: string) => `${channelId} ${foldCase(topic)}`;
  const policies = new Map(topics.map((one) => [keyOf(one.channelId, one.topic), one.policy]));
  return ({ conversation, topic }) =>
    conversation.kind === "channel" &&
    isTopicMuted(
      policies.get(keyOf(conversation.channelId, topic)) ?? "inherit",
      state.subscription(user.id, conversation.channelId)?.isMuted ?? false,
    );
};

/**
 * What the caller has not read, by topic and by people. The lists have all of it, the count only what isn't muted.
 * Mentions are listed wherever they are: clients couldn't keep the list in step with what is muted later.
 */
export const unreadPart: MessagePart =
  ({ state, user, presentation }) =>
  ({ unread, moreUnread, userTopics }) => {
    const isMuted = mutedBy({ state, user }, userTopics);
    const inChannels = unread.filter(({ conversation }) => conversation.kind === "channel");
    const direct = unread.filter(({ conversation }) => conversation.kind === "direct");
    const one = direct.filter((message) => participantsOf(message).length <= 2);
    const many = direct.filter((message) => participantsOf(message).length > 2);
    return {
      unread_msgs: {
        count: unread.filter((one) => !isMuted(one)).length,
        pms: grouped(one, ({ conversation }) => String(conversation.id)).map(([message, ids]) => {
          const other = participantsOf(message).find((id) => id !== user.id) ?? user.id;
          return { other_user_id: other, sender_id: other, unread_message_ids: ids };
        }),
        streams: grouped(
          inChannels,
          ({ conversation, topic }) => `${conversation.id} ${foldCase(topic)}`,
        ).map(([{ conversation, topic }, ids]) => ({
          stream_id: conversation.kind === "channel" ? conversation.channelId : 0,
          topic: topicName(topic, presentation.emptyTopicName),
          unread_message_ids: ids,
        })),
        huddles: grouped(many, ({ conversation }) => String(conversation.id)).map(([message, ids]) => ({
          user_ids_string: sortedUnique(participantsOf(message)).join(","),
          unread_message_ids: ids,
        })),
        mentions: unread
          .flatMap(({ id, marks }) => (marks.some(isMention) ? [id] : []))
          .sort((a, b) => a - b),
        old_unreads_missing: moreUnread,
      },
    };
  };

export const newestMessagePart: MessagePart =
  () =>
  ({ newestMessageId }) => ({
    max_message_id: newestMessageId ?? -1,
  });

export const starredPart: MessagePart =
  () =>
  ({ starred }) => ({ starred_messages: starred });

export const directsPart: MessagePart =
  ({ user }) =>
  ({ directs }) => ({
    recent_private_conversations: directs.map(({ conversation, newestMessageId }) => ({
      max_message_id: newestMessageId,
      user_ids: conversation.participants.filter((id) => id !== user.id),
    })),
  });
