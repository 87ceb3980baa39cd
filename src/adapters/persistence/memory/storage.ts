import type { MaybeMissed } from "../../../application/ports/missed-mail-store";
import type { Session } from "../../../application/ports/session-store";
import type { EventQueue } from "../../../domain/event-queue";
import type { Presence } from "../../../domain/presence";
import { copyTables, type RealmTables, type TableSource } from "./tables";

/** Mail of what somebody may have missed. */
export interface MissedMails {
  searchedTo: number | undefined;
  /** By user. */
  readonly waiting: Map<number, MaybeMissed>;
}

/** All that a server stores, shared by the adapters in memory as by processes on one database. */
export interface MemoryStorage extends TableSource {
  readonly realms: Map<number, RealmTables>;
  readonly queues: Map<number, Map<string, EventQueue>>;
  readonly missedMails: Map<number, MissedMails>;
  /** By realm and id. */
  readonly sessions: Map<number, Map<string, Session>>;
  /** By realm and user. */
  readonly presences: Map<number, Map<number, Presence>>;
  /** Names of the work that only one process does at a time. */
  readonly running: Set<string>;
  /** Waits until everyone who asked before has released the lock. */
  lock(name: string): Promise<() => void>;
  newRealmId(): number;
}

export const memoryStorage = (): MemoryStorage => {
  const realms = new Map<number, RealmTables>();
  const lastHolders = new Map<string, Promise<void>>();
  let lastRealmId = 0;
  return {
    realms,
    queues: new Map(),
    missedMails: new Map(),
    sessions: new Map(),
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
  };
};

/** Changes committed tables outside of a transaction, as a statement of its own would; `false` leaves them. */
export const changeTablesIf = async (
  storage: MemoryStorage,
  realmId: number,
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

/** The same for a change that is one whatever comes of it. */
export const changeTables = async (
  storage: MemoryStorage,
  realmId: number,
  work: (tables: RealmTables) => unknown,
): Promise<void> => {
  await changeTablesIf(storage, realmId, (tables) => {
    work(tables);
    return true;
  });
};
