import type { Topic, TopicReader } from "../../../application/ports/topic-reader";
import { sortedUnique } from "../../../domain/message";
import { inConversation, toPlace, within } from "./messages";
import type { TableSource } from "./tables";

export const memoryTopicReader = (source: TableSource): TopicReader => ({
  topics: async (realmId, conversationId, scope) => {
    const tables = await source.tables(realmId);
    const newest = new Map<string, Topic>();
    for (const { id, topic } of inConversation(tables, conversationId).filter(within(tables, scope)))
      newest.set(topic.toLowerCase(), { name: topic, newestMessageId: id });
    return [...newest.values()].sort((a, b) => b.newestMessageId - a.newestMessageId);
  },

  hasTopic: async (realmId, conversationId, topic) =>
    inConversation(await source.tables(realmId), conversationId).some(
      (message) => message.topic.toLowerCase() === topic.toLowerCase(),
    ),

  hasNamedTopics: async (realmId, conversationId) =>
    inConversation(await source.tables(realmId), conversationId).some(({ topic }) => topic !== ""),

  inTopic: async (realmId, conversationId, topic, scope, limit) => {
    const tables = await source.tables(realmId);
    return inConversation(tables, conversationId)
      .filter((message) => message.topic.toLowerCase() === topic.toLowerCase())
      .filter(within(tables, scope))
      .reverse()
      .slice(0, limit)
      .map(toPlace);
  },

  participants: async (realmId, conversationId, topic) =>
    sortedUnique(
      inConversation(await source.tables(realmId), conversationId)
        .filter((message) => message.topic.toLowerCase() === topic.toLowerCase())
        .flatMap(({ senderId, reactions }) => [senderId, ...reactions.map(({ userId }) => userId)]),
    ),
});
