import * as E from "fp-ts/Either";
import {
  type EventLog,
  enoughEvents,
  mostUndoLength,
} from "../../../../../src/application/ports/events/event-log";
import { readableFrom } from "../../../../../src/domain/events/event-codec";
import type { RealmId } from "../../../../../src/domain/ids";
import { readUndos } from "../../../../../src/domain/state/state-change-codec";
import { changeTables, type MemoryStorage } from "../storage";
import type { TableSource } from "../tables";

/** What a snapshot needs of the log. */
export const headIn = async (source: TableSource, realmId: RealmId): Promise<number> =>
  (await source.tables(realmId))?.head.position ?? 0;

export const memoryEventLog = (storage: MemoryStorage): EventLog => ({
  after: async (realmId, position, limit) => {
    const tables = await storage.tables(realmId);
    const stored = [...(tables?.log ?? [])]
      .map(([at, { event }]) => ({ position: at, event }))
      .filter((logged) => logged.position > position)
      .sort((a, b) => a.position - b.position);
    let size = 0;
    const page = stored.slice(0, limit).filter(({ event }) => {
      const isWanted = size < enoughEvents;
      size += JSON.stringify(event).length;
      return isWanted;
    });
    return readableFrom(page);
  },

  undosAfter: async (realmId, position, upTo, limit) => {
    const tables = await storage.tables(realmId);
    const undos = [...(tables?.log ?? [])]
      .filter(([at, { undo }]) => at > position && at <= upTo && Array.isArray(undo) && undo.length > 0)
      .sort(([a], [b]) => a - b)
      .map(([, { undo }]) => undo);
    const wanted = undos.slice(0, limit);
    const length = wanted.reduce((sum: number, undo) => sum + JSON.stringify(undo).length, 0);
    return length > mostUndoLength
      ? E.left("too long" as const)
      : E.fromNullable("unreadable" as const)(readUndos(wanted));
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
