import type { ChannelId, UserId } from "../../../domain/ids";
import { sortedUnique } from "../../../domain/messages/message";
import type { UnreadTopic } from "../../../domain/messages/unread";
import { foldCase } from "../../../domain/text/fold-case";
import { isTopicMuted, type UserTopic } from "../../../domain/topics/topic-policy";
import { JsonList } from "../json";
import { topicName } from "../topic-name";
import type { MessagePart, StateContext } from "./context";

const participantsOf = ({ conversation }: UnreadTopic): readonly UserId[] =>
  conversation.kind === "direct" ? conversation.participants : [];

/** Tells whether the reader has muted a topic. */
const mutedTopicsFor = (
  { state, user }: Pick<StateContext, "state" | "user">,
  topics: readonly UserTopic[],
): ((one: UnreadTopic) => boolean) => {
  const keyOf = (channelId: ChannelId, topic: string) => `${channelId} ${foldCase(topic)}`;
  const policies = new Map(topics.map((one) => [keyOf(one.channelId, one.topic), one.policy]));
  return ({ conversation, topic }) =>
    conversation.kind === "channel" &&
    isTopicMuted(
      policies.get(keyOf(conversation.channelId, topic)) ?? "inherit",
      state.subscription(user.id, conversation.channelId)?.isMuted ?? false,
    );
};

/**
 * The reader's unread messages, by topic and by direct conversation. The count leaves out muted topics, the lists do
 * not. In muted topics, a wildcard doesn't count as a mention. All wildcards are listed separately, for clients whose users mute topics
 * later.
 */
export const unreadPart: MessagePart =
  ({ state, user, presentation }) =>
  ({ unread: { topics, isCut }, userTopics }) => {
    const isMuted = mutedTopicsFor({ state, user }, userTopics);
    const direct = topics.filter(({ conversation }) => conversation.kind === "direct");
    const counted = topics.filter((one) => !isMuted(one));
    return {
      unread_msgs: {
        count: counted.reduce((count, { messageIds }) => count + messageIds.length, 0),
        pms: direct
          .filter((one) => participantsOf(one).length <= 2)
          .map((one) => {
            const other = participantsOf(one).find((id) => id !== user.id) ?? user.id;
            return { other_user_id: other, sender_id: other, unread_message_ids: one.messageIds };
          }),
        streams: topics.flatMap(({ conversation, topic, messageIds }) =>
          conversation.kind === "channel"
            ? [
                {
                  stream_id: conversation.channelId,
                  topic: topicName(topic, presentation.emptyTopicName),
                  unread_message_ids: messageIds,
                },
              ]
            : [],
        ),
        huddles: direct
          .filter((one) => participantsOf(one).length > 2)
          .map((one) => ({
            user_ids_string: sortedUnique(participantsOf(one)).join(","),
            unread_message_ids: one.messageIds,
          })),
        mentions: sortedUnique([
          ...topics.flatMap(({ mentionIds }) => mentionIds),
          ...counted.flatMap(({ wildcardIds }) => wildcardIds),
        ]),
        wildcard_mentions: sortedUnique(topics.flatMap(({ wildcardIds }) => wildcardIds)),
        old_unreads_missing: isCut,
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
  ({ starred }) => ({ starred_messages: new JsonList(starred, String) });

export const directsPart: MessagePart =
  ({ user }) =>
  ({ directs }) => ({
    recent_private_conversations: directs.map(({ conversation, newestMessageId }) => ({
      max_message_id: newestMessageId,
      user_ids: conversation.participants.filter((id) => id !== user.id),
    })),
  });
