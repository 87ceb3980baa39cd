import type { DirectConversations } from "../../../../../src/application/ports/messages/direct-conversations";
import { participantsKey, sortedUnique } from "../../../../../src/domain/messages/message";
import type { TableSource } from "../tables";

export const memoryDirectConversations = (source: TableSource): DirectConversations => ({
  between: async (realmId, participants) => {
    const tables = await source.tables(realmId);
    return [...(tables?.directConversations.values() ?? [])].find(
      (one) => participantsKey(one.participants) === participantsKey(participants),
    );
  },

  peopleIn: async (realmId, userId) => {
    const tables = await source.tables(realmId);
    const conversations = [...(tables?.directConversations.values() ?? [])];
    return sortedUnique(
      conversations.flatMap(({ participants }) => (participants.includes(userId) ? participants : [])),
    );
  },

  recentOf: async (realmId, userId, limit) => {
    const tables = await source.tables(realmId);
    const messages = [...(tables?.messages.values() ?? [])];
    return [...(tables?.directConversations.values() ?? [])]
      .filter(({ participants }) => participants.includes(userId))
      .map((conversation) => ({
        conversation,
        newestMessageId: Math.max(
          ...messages.filter((message) => message.conversation.id === conversation.id).map(({ id }) => id),
        ),
      }))
      .filter(({ newestMessageId }) => newestMessageId > 0)
      .sort((a, b) => b.newestMessageId - a.newestMessageId)
      .slice(0, limit);
  },
});
