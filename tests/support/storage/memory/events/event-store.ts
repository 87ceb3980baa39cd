import * as E from "fp-ts/Either";
import type { Commit, EventStore } from "../../../../../src/application/ports/events/event-store";
import type { Clock } from "../../../../../src/application/ports/system/clock";
import { encodeLoggedEvent } from "../../../../../src/domain/events/event-codec";
import type { RealmId, UserId } from "../../../../../src/domain/ids";
import { encodeUndo } from "../../../../../src/domain/state/state-change-codec";
import { writeJobs } from "../jobs/job-writer";
import { writeAudit } from "../realm/audit-log";
import type { MemoryStorage } from "../storage";
import { copyTables, emptyTables, frozenCopy, type RealmTables } from "../tables";
import { writeSecret } from "../users/credentials";
import { endSessionsOf } from "../users/session-store";
import { insert } from "../users/unique";
import { project } from "./projections";

/** Writes everything into tables that nobody else sees yet. Throws where a database would refuse a row. */
const writeCommit = (tables: RealmTables, { events, head, secrets, audit }: Commit, now: number): void => {
  for (const { position, event: given, undo } of events) {
    const event = frozenCopy(given);
    const stored = {
      event: JSON.stringify(encodeLoggedEvent(event)),
      undo: JSON.stringify(encodeUndo(undo)),
      loggedAt: now,
    };
    insert("position", tables.log, position, Object.freeze(stored));
    project(tables, event);
  }
  for (const secret of secrets) writeSecret(tables, secret);
  writeAudit(tables, audit, now);
  tables.head = frozenCopy(head);
};

/** A database would delete these rows with the commit. */
const endWhatFollows = (storage: MemoryStorage, realmId: RealmId, { events, secrets }: Commit): void => {
  for (const { event } of events)
    if (event.type === "user_deactivated") {
      endQueuesOf(storage, realmId, event.userId);
      endSessionsOf(storage, realmId, event);
    }
  for (const secret of secrets) {
    if (secret.kind === "password") endSessionsOf(storage, realmId, secret);
    if (secret.kind === "sessions_ended") endSessionsOf(storage, realmId, secret);
  }
};

const endQueuesOf = (storage: MemoryStorage, realmId: RealmId, userId: UserId): void => {
  const queues = storage.queues.get(realmId);
  for (const queue of [...(queues?.values() ?? [])]) if (queue.userId === userId) queues?.delete(queue.id);
};

export const memoryEventStore = (storage: MemoryStorage, clock: Clock): EventStore => ({
  begin: async (realmId) => {
    const tables = storage.realms.get(realmId);
    if (tables === undefined) throw new Error(`There is no realm ${realmId}`);
    const { head } = tables;
    return {
      head,
      append: async (commit) => {
        const release = await storage.lock(`realm ${realmId}`);
        try {
          const committed = storage.realms.get(realmId);
          if (committed?.head.position !== head.position) return E.left({ kind: "moved" });
          const changed = copyTables(committed);
          try {
            writeCommit(changed, commit, clock.now());
          } catch (error) {
            return E.left({ kind: "refused", error });
          }
          storage.realms.set(realmId, changed);
          writeJobs(storage, realmId, commit.jobs.map(frozenCopy));
          endWhatFollows(storage, realmId, commit);
          return E.right(undefined);
        } finally {
          release();
        }
      },
      release: async () => {},
    };
  },

  create: async (draft, commitOf) => {
    const release = await storage.lock("new realms");
    try {
      const realm = frozenCopy(draft(storage.newRealmId()));
      const { subdomain } = realm;
      if ([...storage.realms.values()].some(({ state }) => state.realm.subdomain === subdomain))
        return undefined;
      const tables = emptyTables(realm);
      const commit = commitOf(realm);
      writeCommit(tables, commit, clock.now());
      storage.realms.set(realm.id, tables);
      writeJobs(storage, realm.id, commit.jobs.map(frozenCopy));
      return realm;
    } finally {
      release();
    }
  },
});
