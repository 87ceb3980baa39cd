import type { EventLog } from "../../../application/ports/event-log";
import { readableFrom } from "../../../domain/event-codec";
import { readUndos } from "../../../domain/state/state-change-codec";
import { changeTables, type MemoryStorage } from "./storage";
import type { TableSource } from "./tables";

/** What a snapshot needs of the log. */
export const headIn = async (source: TableSource, realmId: number): Promise<number> =>
  (await source.tables(realmId))?.head.position ?? 0;

export const memoryEventLog = (storage: MemoryStorage): EventLog => ({
  after: async (realmId, position, limit) => {
    const tables = await storage.tables(realmId);
    const stored = [...(tables?.log ?? [])]
      .map(([at, { event }]) => ({ position: at, event }))
      .filter((logged) => logged.position > position)
      .sort((a, b) => a.position - b.position);
    return readableFrom(stored.slice(0, limit));
  },

  undosAfter: async (realmId, position, upTo, limit) => {
    const tables = await storage.tables(realmId);
    const undos = [...(tables?.log ?? [])]
      .filter(([at, { undo }]) => at > position && at <= upTo && Array.isArray(undo) && undo.length > 0)
      .sort(([a], [b]) => a - b)
      .map(([, { undo }]) => undo);
    return readUndos(undos.slice(0, limit));
  },

  head: (realmId) => headIn(storage, realmId),

  heads: async (realmIds) => {
    const heads = await Promise.all(
      realmIds.map(async (realmId) => [realmId, await headIn(storage, realmId)] as const),
    );
    return new Map(heads.filter(([, position]) => position > 0));
  },

  forget: async (logs, loggedBefore) => {
    for (const { realmId, upTo } of logs)
      await changeTables(storage, realmId, (tables) => {
        for (const [position, { loggedAt }] of [...tables.log]) {
          if (position > upTo || loggedAt >= loggedBefore) continue;
          tables.log.delete(position);
          tables.forgotten = Math.max(tables.forgotten, position);
        }
      });
  },

  forgotten: async (realmId) => (await storage.tables(realmId))?.forgotten ?? 0,
});
