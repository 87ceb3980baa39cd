import type { AuditFilter, AuditLog } from "../../../../../src/application/ports/realm/audit-log";
import type { AuditEntry, LoggedAuditEntry } from "../../../../../src/domain/audit/audit-entry";
import { changeTables, type MemoryStorage } from "../storage";
import { asJson, frozenCopy, type RealmTables } from "../tables";

type Place = Pick<LoggedAuditEntry, "loggedAt" | "id">;

const isOlder = (one: Place, other: Place): boolean =>
  one.loggedAt < other.loggedAt || (one.loggedAt === other.loggedAt && one.id < other.id);

const matches =
  ({ actorId, kinds, target, since, until }: AuditFilter) =>
  (entry: LoggedAuditEntry): boolean =>
    (actorId === undefined || entry.actor.userId === actorId) &&
    (kinds?.includes(entry.kind) ?? true) &&
    (target === undefined || (entry.target.type === target.type && entry.target.id === target.id)) &&
    (since === undefined || entry.loggedAt >= since) &&
    (until === undefined || entry.loggedAt < until);

export const memoryAuditLog = (storage: MemoryStorage): AuditLog => ({
  page: async (realmId, filter, olderThan, limit) => {
    const entries = storage.realms.get(realmId)?.auditLog ?? new Map<number, LoggedAuditEntry>();
    const last = olderThan === undefined ? undefined : entries.get(olderThan);
    if (olderThan !== undefined && last === undefined) return [];
    return [...entries.values()]
      .filter(matches(filter))
      .filter((entry) => last === undefined || isOlder(entry, last))
      .sort((one, other) => (isOlder(one, other) ? 1 : -1))
      .slice(0, limit);
  },

  removeBefore: async (time, limit) => {
    const old = [...storage.realms]
      .flatMap(([realmId, { auditLog }]) => [...auditLog.values()].map((entry) => ({ realmId, entry })))
      .filter(({ entry }) => entry.loggedAt < time)
      .sort((one, other) => (isOlder(one.entry, other.entry) ? -1 : 1))
      .slice(0, limit);
    for (const { realmId, entry } of old)
      await changeTables(storage, realmId, ({ auditLog }) => auditLog.delete(entry.id));
    return old.length;
  },
});

/** Adds entries to the tables of the commit they describe. */
export const writeAudit = (tables: RealmTables, entries: readonly AuditEntry[], loggedAt: number): void => {
  for (const entry of entries) {
    tables.lastAuditId += 1;
    const stored = { ...(asJson(entry) as AuditEntry), id: tables.lastAuditId, loggedAt };
    tables.auditLog.set(tables.lastAuditId, frozenCopy(stored));
  }
};
