import type { ApiKeyUse } from "../../../../src/application/ports/api-keys/api-key-uses";
import type { UploadReservation } from "../../../../src/application/ports/files/upload-reservations";
import type { Session } from "../../../../src/application/ports/login/session-store";
import type { ProviderIdentity } from "../../../../src/application/ports/login/sign-on-identities";
import type { RealmId, UserId } from "../../../../src/domain/ids";
import type { NewJob } from "../../../../src/domain/jobs/job";
import type { Presence } from "../../../../src/domain/presence/presence";
import type { EventQueue } from "../../../../src/domain/queues/event-queue";
import { copyTables, type RealmTables, type TableSource } from "./tables";

/** A job as a row of a table has it. Rows never change: another takes their place. */
export interface StoredJob extends NewJob {
  readonly realmId: RealmId;
  readonly id: number;
  readonly attempts: number;
  readonly failures: number;
  readonly crashes: number;
  /** Until when the process that runs it may do so. */
  readonly leasedUntil?: number;
  /** When and why it was given up; absent while it may still run. */
  readonly buried?: { readonly at: number; readonly error: string };
}

/** An account that a sign-on service vouches for. */
export interface SignOnLink extends ProviderIdentity {
  readonly userId: UserId;
}

/** All that a server stores, shared by the adapters in memory as by processes on one database. */
export interface MemoryStorage extends TableSource {
  readonly realms: Map<number, RealmTables>;
  readonly queues: Map<number, Map<string, EventQueue>>;
  /** Jobs of all realms, by id. */
  readonly jobs: Map<number, StoredJob>;
  /** By realm and id. */
  readonly sessions: Map<number, Map<string, Session>>;
  /** By realm and user: the last use of a key, with its version. */
  readonly apiKeyUses: Map<string, { readonly version: number; readonly use: ApiKeyUse }>;
  /** By realm. */
  readonly signOnLinks: Map<number, readonly SignOnLink[]>;
  /** By realm and user. */
  readonly presences: Map<number, Map<number, Presence>>;
  /** Realms that are registered with the push bouncer. */
  readonly relayedRealms: Set<number>;
  /** By path. */
  readonly reservations: Map<string, UploadReservation>;
  /** Names of the work that only one process does at a time. */
  readonly running: Set<string>;
  /** Waits until everyone who asked before has released the lock. */
  lock(name: string): Promise<() => void>;
  newRealmId(): number;
  newJobId(): number;
}

/** Empty; or with the same realms and jobs as another storage, which stays as it is. */
export const memoryStorage = (like?: Pick<MemoryStorage, "realms" | "jobs">): MemoryStorage => {
  const realms = new Map(like?.realms);
  const jobs = new Map(like?.jobs);
  const lastHolders = new Map<string, Promise<void>>();
  let lastRealmId = Math.max(0, ...realms.keys());
  let lastJobId = Math.max(0, ...jobs.keys());
  return {
    realms,
    queues: new Map(),
    jobs,
    sessions: new Map(),
    apiKeyUses: new Map(),
    signOnLinks: new Map(),
    relayedRealms: new Set(),
    reservations: new Map(),
    presences: new Map(),
    running: new Set(),
    tables: async (realmId) => realms.get(realmId),
    lock: async (name) => {
      const before = lastHolders.get(name);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      lastHolders.set(name, held);
      await before;
      return release;
    },
    newRealmId: () => {
      lastRealmId += 1;
      return lastRealmId;
    },
    newJobId: () => {
      lastJobId += 1;
      return lastJobId;
    },
  };
};

/** Changes committed tables outside of a transaction, as a statement of its own would; `false` leaves them. */
export const changeTablesIf = async (
  storage: MemoryStorage,
  realmId: RealmId,
  work: (tables: RealmTables) => boolean,
): Promise<boolean> => {
  const release = await storage.lock(`realm ${realmId}`);
  const tables = storage.realms.get(realmId);
  const changed = tables && copyTables(tables);
  const isChanged = changed !== undefined && work(changed);
  if (isChanged) storage.realms.set(realmId, changed);
  release();
  return isChanged;
};

/** Like `changeTablesIf`, for work that always changes something. */
export const changeTables = async (
  storage: MemoryStorage,
  realmId: RealmId,
  work: (tables: RealmTables) => unknown,
): Promise<void> => {
  await changeTablesIf(storage, realmId, (tables) => {
    work(tables);
    return true;
  });
};
