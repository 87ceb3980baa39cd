import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as RA from "fp-ts/ReadonlyArray";
import { type EventLog, enoughEvents } from "../../../../../src/application/ports/events/event-log";
import { readableFrom } from "../../../../../src/domain/events/event-codec";
import type { RealmId } from "../../../../../src/domain/ids";
import { readUndos } from "../../../../../src/domain/state/state-change-codec";
import { changeTables, type MemoryStorage } from "../storage";
import type { RealmTables, TableSource } from "../tables";

/** What a snapshot needs of the log. */
export const headIn = async (source: TableSource, realmId: RealmId): Promise<number> =>
  (await source.tables(realmId))?.head.position ?? 0;

/** The first ones, up to the one that makes them long enough. */
const pageOf = <A>(stored: readonly A[], lengthOf: (one: A) => number): readonly A[] => {
  let length = 0;
  return stored.filter((one) => {
    const isWanted = length < enoughEvents;
    length += lengthOf(one);
    return isWanted;
  });
};

/** Without a look at the events before, which are nearly all. */
const firstAfter = ({ log, head }: RealmTables, position: number, limit: number) => {
  const found: { readonly position: number; readonly event: string }[] = [];
  for (let at = position + 1; at <= head.position && found.length < limit; at += 1) {
    const logged = log.get(at);
    if (logged) found.push({ position: at, event: logged.event });
  }
  return found;
};

export const memoryEventLog = (storage: MemoryStorage): EventLog => ({
  after: async (realmId, position, limit) => {
    const tables = await storage.tables(realmId);
    const page = pageOf(tables ? firstAfter(tables, position, limit) : [], ({ event }) => event.length);
    return readableFrom(page.map((logged) => ({ ...logged, event: JSON.parse(logged.event) })));
  },

  undos: async (realmId, after, upTo, limit) => {
    const tables = await storage.tables(realmId);
    const stored = [...(tables?.log ?? [])]
      .filter(([at, { undo }]) => at > after && at <= upTo && undo !== "[]")
      .map(([position, { undo }]) => ({ position, undo }))
      .sort((a, b) => b.position - a.position);
    const page = pageOf(stored.slice(0, limit), ({ undo }) => undo.length);
    return pipe(
      readUndos(page.map(({ undo }) => JSON.parse(undo))),
      E.fromNullable("unreadable" as const),
      E.map((undos) =>
        RA.zipWith(undos, page, (changes, { position, undo }) => ({
          position,
          changes,
          length: undo.length,
        })),
      ),
    );
  },

  head: (realmId) => headIn(storage, realmId),

  heads: async (realmIds) => {
    const heads = await Promise.all(
      realmIds.map(async (realmId) => [realmId, await headIn(storage, realmId)] as const),
    );
    return new Map(heads.filter(([, position]) => position > 0));
  },

  prune: async (logs, loggedBefore) => {
    for (const { realmId, upTo } of logs)
      await changeTables(storage, realmId, (tables) => {
        for (const [position, { loggedAt }] of [...tables.log]) {
          if (position > upTo || loggedAt >= loggedBefore) continue;
          tables.log.delete(position);
          tables.forgotten = Math.max(tables.forgotten, position);
        }
      });
  },

  prunedUpTo: async (realmId) => (await storage.tables(realmId))?.forgotten ?? 0,
});
