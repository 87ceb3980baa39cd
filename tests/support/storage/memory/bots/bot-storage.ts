import * as E from "fp-ts/Either";
import type { BotStorage } from "../../../../../src/application/ports/bots/bot-storage";
import { changeTables, type MemoryStorage } from "../storage";

const none: ReadonlyMap<string, string> = new Map();
/** In code points. */
const lengthOfText = (text: string): number =>
  text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
const lengthOf = (values: ReadonlyMap<string, string>): number =>
  [...values].reduce((sum, [key, value]) => sum + lengthOfText(key) + lengthOfText(value), 0);
const compare = ([a]: readonly [string, string], [b]: readonly [string, string]): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

export const memoryBotStorage = (storage: MemoryStorage): BotStorage => ({
  read: async (realmId, botId, keys) => {
    const all = storage.realms.get(realmId)?.botStorage.get(botId) ?? none;
    return new Map([...all].filter(([key]) => keys === undefined || keys.includes(key)).sort(compare));
  },

  write: async (realmId, botId, values, limit) => {
    let excess = 0;
    await changeTables(storage, realmId, ({ botStorage }) => {
      const stored = new Map([...(botStorage.get(botId) ?? none), ...values]);
      excess = Math.max(0, lengthOf(stored) - limit);
      if (excess === 0) botStorage.set(botId, stored);
    });
    return excess === 0 ? E.right(undefined) : E.left({ excess });
  },

  usedBy: async (realmId, botIds) =>
    botIds
      .map((id) => lengthOf(storage.realms.get(realmId)?.botStorage.get(id) ?? none))
      .reduce((sum, one) => sum + one, 0),

  remove: async (realmId, botId, keys) => {
    let isDone = false;
    await changeTables(storage, realmId, ({ botStorage }) => {
      const stored = new Map(botStorage.get(botId) ?? none);
      const gone = keys ?? [...stored.keys()];
      isDone = gone.every((key) => stored.has(key));
      if (!isDone) return;
      for (const key of gone) stored.delete(key);
      botStorage.set(botId, stored);
    });
    return isDone;
  },
});
