import type { BotCallQueue, CallName } from "../../../application/ports/bot-call-queue";
import { changeTables, type MemoryStorage } from "./storage";
import { pairKey, type WaitingCall } from "./tables";

const keyOf = ({ messageId, botId }: CallName): string => pairKey(botId, messageId);

const inOrder = (one: WaitingCall, other: WaitingCall): number =>
  one.dueAt - other.dueAt || one.messageId - other.messageId || one.botId - other.botId;

export const memoryBotCallQueue = (storage: MemoryStorage): BotCallQueue => ({
  due: async (realmId, now, exceptBots, limit) => {
    const bots = new Set(exceptBots);
    return [...(storage.realms.get(realmId)?.botCalls.values() ?? [])]
      .filter(({ dueAt }) => dueAt <= now)
      .sort(inOrder)
      .filter(({ botId }) => !bots.has(botId) && bots.add(botId))
      .slice(0, limit)
      .map(({ dueAt: _, ...call }) => call);
  },

  remove: (realmId, call) => changeTables(storage, realmId, ({ botCalls }) => botCalls.delete(keyOf(call))),

  postpone: (realmId, call, dueAt) =>
    changeTables(storage, realmId, ({ botCalls }) => {
      const row = botCalls.get(keyOf(call));
      if (row) botCalls.set(keyOf(call), { ...row, dueAt, failures: row.failures + 1 });
    }),
});
