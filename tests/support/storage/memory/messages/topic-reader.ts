import type { Topic, TopicReader, TopicSpan } from "../../../../../src/application/ports/topics/topic-reader";
import * as ranges from "../../../../../src/domain/collections/id-ranges";
import { type Message, sortedUnique } from "../../../../../src/domain/messages/message";
import { foldCase, sameButCase } from "../../../../../src/domain/text/fold-case";
import type { RealmTables, TableSource } from "../tables";
import { inConversation, toPlace, within } from "./messages";

const inSpan = (
  tables: RealmTables | undefined,
  { conversationId, topic, scope, from = 0, upTo = Number.MAX_SAFE_INTEGER, exceptSpelled }: TopicSpan,
): readonly Message[] =>
  inConversation(tables, conversationId)
    .filter((message) => sameButCase(message.topic, topic))
    .filter((message) => message.id >= from && message.id <= upTo && message.topic !== exceptSpelled)
    .filter(within(tables, scope));

/** The topics of some messages in ascending order. */
const topicsOf = (messages: readonly Message[]): readonly Topic[] => {
  const newest = new Map<string, Topic>();
  for (const { id, topic } of messages) newest.set(foldCase(topic), { name: topic, newestMessageId: id });
  return [...newest.values()].sort((a, b) => b.newestMessageId - a.newestMessageId);
};

export const memoryTopicReader = (source: TableSource): TopicReader => ({
  topics: async (realmId, conversationId) =>
    topicsOf(inConversation(await source.tables(realmId), conversationId)),

  topicsWithin: async (realmId, conversationId, names, within) => {
    const messages = inConversation(await source.tables(realmId), conversationId);
    return topicsOf(
      messages.filter(
        ({ id, topic }) => ranges.includes(within, id) && names.some((name) => sameButCase(name, topic)),
      ),
    );
  },

  hasTopic: async (realmId, conversationId, topic) =>
    inConversation(await source.tables(realmId), conversationId).some((message) =>
      sameButCase(message.topic, topic),
    ),

  hasNamedTopics: async (realmId, conversationId) =>
    inConversation(await source.tables(realmId), conversationId).some(({ topic }) => topic !== ""),

  inTopic: async (realmId, span, limit) =>
    [...inSpan(await source.tables(realmId), span)].reverse().slice(0, limit).map(toPlace),

  agesInTopic: async (realmId, span, since) => {
    const all = inSpan(await source.tables(realmId), span);
    const recent = all.filter(({ sentAt }) => sentAt >= since);
    return { total: all.length, recent: recent.length, firstRecentId: recent[0]?.id };
  },

  participants: async (realmId, conversationId, topic, limit) =>
    sortedUnique(
      inConversation(await source.tables(realmId), conversationId)
        .filter((message) => sameButCase(message.topic, topic))
        .flatMap(({ senderId, reactions }) => [senderId, ...reactions.map(({ userId }) => userId)]),
    ).slice(0, limit),
});
