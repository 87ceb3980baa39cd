import type { ConversationReader } from "../../../../../src/application/ports/messages/conversation-reader";
import type { TableSource } from "../tables";
import { ascending, inConversation } from "./messages";

export const memoryConversationReader = (source: TableSource): ConversationReader => ({
  firstIds: async (realmId, conversationIds, uncounted = []) => {
    const tables = await source.tables(realmId);
    return new Map(
      conversationIds.flatMap((conversationId) => {
        const first = inConversation(tables, conversationId).find(({ id }) => !uncounted.includes(id));
        return first ? [[conversationId, first.id] as const] : [];
      }),
    );
  },

  idsBefore: async (realmId, places) => {
    const tables = await source.tables(realmId);
    return new Map(
      places.flatMap(({ conversationId, id }) => {
        const archived = [...(tables?.archived.values() ?? [])]
          .map(({ message }) => message)
          .filter(({ conversation }) => conversation.id === conversationId);
        const earlier = [...inConversation(tables, conversationId), ...archived]
          .map((message) => message.id)
          .filter((one) => one < id);
        return earlier.length > 0 ? [[conversationId, Math.max(...earlier)] as const] : [];
      }),
    );
  },

  countsSince: async (realmId, time) => {
    const counts = new Map<number, number>();
    for (const { conversation, sentAt } of ascending(await source.tables(realmId)))
      if (conversation.kind === "channel" && sentAt >= time)
        counts.set(conversation.id, (counts.get(conversation.id) ?? 0) + 1);
    return counts;
  },

  newestSentAt: async (realmId, conversationIds) => {
    const tables = await source.tables(realmId);
    return new Map(
      conversationIds.flatMap((conversationId) => {
        const newest = inConversation(tables, conversationId).at(-1);
        return newest ? [[conversationId, newest.sentAt] as const] : [];
      }),
    );
  },

  newestSenders: async (realmId, conversationIds, limit) => {
    const tables = await source.tables(realmId);
    const newest = conversationIds.flatMap((id) => {
      const all = [...inConversation(tables, id)];
      return all.slice(Math.max(0, all.length - limit));
    });
    return new Set(newest.map(({ senderId }) => senderId));
  },
});
