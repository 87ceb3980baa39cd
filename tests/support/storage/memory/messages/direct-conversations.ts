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
});
