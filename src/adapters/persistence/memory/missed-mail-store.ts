import type { MissedMailStore } from "../../../application/ports/missed-mail-store";
import { sortedUnique } from "../../../domain/message";
import { memoryMailQueue } from "./mail-queue";
import type { MemoryStorage, MissedMails } from "./storage";
import { pairKey } from "./tables";

export const memoryMissedMailStore = (storage: MemoryStorage): MissedMailStore => {
  const of = (realmId: number): MissedMails => {
    const known = storage.missedMails.get(realmId) ?? { searchedTo: undefined, waiting: new Map() };
    storage.missedMails.set(realmId, known);
    return known;
  };
  return {
    newestMessageId: async (realmId) => storage.realms.get(realmId)?.head.messageId ?? 0,
    addressed: async (realmId, after, upTo) => {
      const tables = storage.realms.get(realmId);
      if (tables === undefined) return [];
      return [...tables.messages.values()]
        .filter(({ id }) => id > after && id <= upTo)
        .sort((a, b) => a.id - b.id)
        .flatMap(({ id, senderId, sentAt, conversation }) => {
          const mentioned = [...tables.state.users.keys()].filter((userId) =>
            tables.marks.get(pairKey(userId, id))?.includes("mentioned"),
          );
          const direct = conversation.kind === "direct" ? conversation.participants : [];
          const userIds = sortedUnique([...direct, ...mentioned]);
          return userIds.length === 0 ? [] : [{ messageId: id, senderId, sentAt, userIds }];
        });
    },
    searchedTo: async (realmId) => of(realmId).searchedTo,
    note: async (realmId, searchedTo, found) => {
      const missed = of(realmId);
      missed.searchedTo = searchedTo;
      for (const one of found)
        if (!missed.waiting.has(one.userId)) missed.waiting.set(one.userId, Object.freeze({ ...one }));
    },
    due: async (realmId, now) =>
      [...of(realmId).waiting.values()]
        .filter(({ dueAt }) => dueAt <= now)
        .sort((a, b) => a.dueAt - b.dueAt || a.userId - b.userId),
    settle: async (realmId, userId, mail, now) => {
      of(realmId).waiting.delete(userId);
      if (mail) await memoryMailQueue(storage).put(realmId, [mail], now);
    },
  };
};
