import type { MessageArchive } from "../../../../../src/application/ports/messages/message-archive";
import type { MemoryStorage } from "../storage";

export const memoryMessageArchive = (storage: MemoryStorage): MessageArchive => ({
  deletedSince: async (realmId, time, conversationId, limit) =>
    [...(storage.realms.get(realmId)?.archived.values() ?? [])]
      .filter(({ deletedAt }) => deletedAt >= time)
      .map(({ message }) => message)
      .filter(({ conversation }) => conversationId === undefined || conversation.id === conversationId)
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .slice(0, limit),

  removeBefore: async (time, limit) => {
    const old = [...storage.realms.values()]
      .flatMap(({ archived }) => [...archived.values()].map((one) => ({ ...one, archived })))
      .filter(({ deletedAt }) => deletedAt < time)
      .sort((a, b) => a.deletedAt - b.deletedAt)
      .slice(0, limit);
    for (const { archived, message } of old) archived.delete(message.id);
    return old.length;
  },
});
