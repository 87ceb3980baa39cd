import type { MessagePlace, MessageScope } from "../../../../../src/application/ports/messages/message-scope";
import * as ranges from "../../../../../src/domain/collections/id-ranges";
import type { ConversationId, UserId } from "../../../../../src/domain/ids";
import type { Message, MessageHead } from "../../../../../src/domain/messages/message";
import { messageSize } from "../../../../../src/domain/messages/message-size";
import { isUnread, type ReadState } from "../../../../../src/domain/messages/read-state";
import type { ReaderView } from "../../../../../src/domain/narrow/narrow";
import type { TopicPolicy } from "../../../../../src/domain/topics/topic-policy";
import { pairKey, type RealmTables } from "../tables";
import { topicKey } from "../users/project-user-data";
import { statesIn } from "./read-state-reader";

/** Oldest first. */
export const ascending = (tables: RealmTables | undefined): readonly Message[] =>
  [...(tables?.messages.values() ?? [])].sort((a, b) => a.id - b.id);

/** A filter for the messages in a scope. */
export const within = (
  tables: RealmTables | undefined,
  scope: MessageScope,
): ((message: Message) => boolean) => {
  if (scope.kind === "channels") return ({ conversation }) => scope.conversationIds.includes(conversation.id);
  const states = new Map(statesIn(tables, scope.userId).map((state) => [state.conversationId, state]));
  const isReceived = ({ id, conversation }: Message): boolean =>
    ranges.includes(states.get(conversation.id)?.received ?? [], id);
  if (scope.kind === "marked")
    return (message) =>
      (tables?.marks.has(pairKey(scope.userId, message.id)) ?? false) &&
      !scope.noneOf.includes(message.conversation.id) &&
      (!scope.receivedOf.includes(message.conversation.id) || isReceived(message));
  const { allOf = [], noneOf = [] } = scope;
  return (message) =>
    allOf.includes(message.conversation.id) ||
    (isReceived(message) && !noneOf.includes(message.conversation.id));
};

/** The first messages, up to the one that reaches the size limit. */
export const upTo = (messages: readonly Message[], enough: number): readonly Message[] => {
  let size = 0;
  return messages.filter((message) => {
    const isWanted = size < enough;
    size += messageSize(message);
    return isWanted;
  });
};

export const toHead = ({
  id,
  conversation,
  topic,
  senderId,
  sentAt,
  readBySender,
}: Message): MessageHead => ({
  id,
  conversation,
  topic,
  senderId,
  sentAt,
  readBySender,
});

export const toPlace = ({ id, conversation, topic }: Message): MessagePlace => ({ id, conversation, topic });

/** How users relate to messages, from the tables. */
export const readerViewIn = (tables: RealmTables | undefined): ReaderView => {
  const states = new Map<number, ReadonlyMap<number, ReadState>>();
  const statesOf = (userId: UserId): ReadonlyMap<number, ReadState> => {
    const known =
      states.get(userId) ?? new Map(statesIn(tables, userId).map((state) => [state.conversationId, state]));
    states.set(userId, known);
    return known;
  };
  const policyOf = ({ conversation, topic }: Message, userId: UserId): TopicPolicy =>
    conversation.kind === "channel"
      ? (tables?.userData.get(userId)?.topics.get(topicKey(conversation.channelId, topic))?.policy ??
        "inherit")
      : "inherit";
  return {
    isFollowed: (message, userId) => policyOf(message, userId) === "followed",
    isMuted: (message, userId) => {
      const policy = policyOf(message, userId);
      if (message.conversation.kind !== "channel" || policy !== "inherit") return policy === "muted";
      return tables?.state.subscription(userId, message.conversation.channelId)?.isMuted ?? false;
    },
    isUnread: (message, userId) => {
      const state = statesOf(userId).get(message.conversation.id);
      return state !== undefined && isUnread(state, message, userId);
    },
    flagsOf: ({ id }, userId) => tables?.marks.get(pairKey(userId, id)) ?? [],
  };
};

/** Oldest first. */
export const inConversation = (
  tables: RealmTables | undefined,
  conversationId: ConversationId,
): readonly Message[] => ascending(tables).filter(({ conversation }) => conversation.id === conversationId);
