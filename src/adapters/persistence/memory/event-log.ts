import type { EventLog } from "../../../application/ports/event-log";
import type { MemoryStorage } from "./storage";
import { copyTables, type TableSource } from "./tables";

/** What a snapshot needs of the log. */
export const headIn = async (source: TableSource, realmId: number): Promise<number> =>
  (await source.tables(realmId))?.head.position ?? 0;

export const memoryEventLog = (storage: MemoryStorage): EventLog => ({
  after: async (realmId, position, limit) => {
    const tables = await storage.tables(realmId);
    return [...(tables?.log.values() ?? [])]
      .filter((logged) => logged.position > position)
      .sort((a, b) => a.position - b.position)
      .slice(0, limit)
      .map(({ position, event }) => ({ position, event }));
  },

  undosAfter: async (realmId, position, upTo, limit) => {
    const tables = await storage.tables(realmId);
    return [...(tables?.log.values() ?? [])]
      .filter((logged) => logged.position > position && logged.position <= upTo && logged.undo.length > 0)
      .sort((a, b) => a.position - b.position)
      .slice(0, limit)
      .map(({ undo }) => undo);
  },

  head: (realmId) => headIn(storage, realmId),

  heads: async (realmIds) => {
    const heads = await Promise.all(
      realmIds.map(async (realmId) => [realmId, await headIn(storage, realmId)] as const),
    );
    return new Map(heads.filter(([, position]) => position > 0));
  },

  forget: async (realmId, upTo, loggedBefore) => {
    const release = await storage.lock(`realm ${realmId}`);
    const tables = storage.realms.get(realmId);
    if (tables) {
      const changed = copyTables(tables);
      for (const { position, loggedAt } of tables.log.values()) {
        if (position > upTo || loggedAt >= loggedBefore) continue;
        changed.log.delete(position);
        changed.forgotten = Math.max(changed.forgotten, position);
      }
      storage.realms.set(realmId, changed);
    }
    release();
  },

  forgotten: async (realmId) => (await storage.tables(realmId))?.forgotten ?? 0,
});
