import type { ShownPushes } from "../../../../../src/application/ports/push/shown-pushes";
import { includes } from "../../../../../src/domain/collections/id-ranges";
import type { RealmId } from "../../../../../src/domain/ids";
import { changeTablesIf, type MemoryStorage } from "../storage";
import { pairKey } from "../tables";

export const memoryShownPushes = (storage: MemoryStorage): ShownPushes => {
  const shown = (realmId: RealmId) =>
    [...(storage.realms.get(realmId)?.shownPushes ?? [])]
      .map(([key, conversationId]) => {
        const [userId = 0, messageId = 0] = key.split(",").map(Number);
        return { userId, messageId, conversationId };
      })
      .sort((a, b) => a.userId - b.userId || a.messageId - b.messageId);
  return {
    show: async (realmId, userId, { id, conversationId }) => {
      await changeTablesIf(storage, realmId, ({ shownPushes }) => {
        shownPushes.set(pairKey(userId, id), conversationId);
        return true;
      });
    },

    among: async (realmId, userId, { conversationId, ids }) =>
      shown(realmId)
        .filter((one) => one.userId === userId && one.conversationId === conversationId)
        .flatMap(({ messageId }) => (includes(ids, messageId) ? [messageId] : [])),

    idsByUser: async (realmId, messageIds) => {
      const byUser = new Map<number, readonly number[]>();
      for (const { userId, messageId } of shown(realmId))
        if (messageIds.includes(messageId)) byUser.set(userId, [...(byUser.get(userId) ?? []), messageId]);
      return byUser;
    },

    forget: async (realmId, userId, messageIds) => {
      await changeTablesIf(storage, realmId, ({ shownPushes }) => {
        for (const id of messageIds) shownPushes.delete(pairKey(userId, id));
        return true;
      });
    },
  };
};
