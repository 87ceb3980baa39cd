import type { StoreState } from "../store/store";
import type { ServerEvent } from "../wire/event";

/** The state a window resumes from: everything known, and the position in the event queue at that time. */
export interface Snapshot {
  readonly queueId: string;
  readonly lastEventId: number;
  readonly state: StoreState;
  /** Events up to that position that the state lacks. */
  readonly since?: readonly ServerEvent[];
}

export interface CachedState extends Snapshot {
  readonly userId: number;
  readonly realmName: string;
  /** The build that wrote it. */
  readonly build: string;
  /** Whether that was another build than this one: its format may be another, except for the user's id. */
  readonly isForeign?: boolean;
}

/** Events that came after the state was cached, keyed by `after`. */
interface CachedEvents {
  readonly queueId: string;
  /** The last event id before them, and after them. */
  readonly after: number;
  readonly lastEventId: number;
  readonly events: readonly ServerEvent[];
}

/** What a window caches for the next start; does nothing if the browser forbids storage. */
export interface Cache {
  /** Replaces the cached state, and so the events before it. */
  writeState(snapshot: Snapshot, userId: number, realmName: string): Promise<unknown>;
  /** Adds events, which take far less time than the state. */
  addEvents(added: CachedEvents): Promise<unknown>;
}

export const database = "parley";
const version = 2;
const table = "snapshots";
const snapshotKey = "live";
/** The first script, whose name depends on all others. */
const thisBuild = (): string => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? "";

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(database, version);
    request.onupgradeneeded = () => {
      // A snapshot of an earlier version is useless: the client registers again.
      for (const name of request.result.objectStoreNames) request.result.deleteObjectStore(name);
      request.result.createObjectStore(table);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const inTransaction = async <A>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<A>,
): Promise<A> => {
  const connection = await openDatabase();
  try {
    return await new Promise<A>((resolve, reject) => {
      const transaction = connection.transaction(table, mode);
      const request = ask(transaction.objectStore(table));
      // The transaction completes a little later, and a start waits for what it reads.
      request.onsuccess = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    // Transactions that run complete first.
    connection.close();
  }
};

/** The state with the events after it, up to the first gap. */
const withEvents = (cached: CachedState, entries: readonly CachedEvents[]): CachedState => {
  let { lastEventId } = cached;
  const since: ServerEvent[] = [];
  for (const entry of entries)
    if (entry.queueId === cached.queueId && entry.after === lastEventId) {
      ({ lastEventId } = entry);
      since.push(...entry.events);
    }
  return { ...cached, lastEventId, since };
};

/** What the last window cached, for any user. */
export const readCache = async (): Promise<CachedState | undefined> => {
  try {
    // In the order of their keys: numbers come before names.
    const all = await inTransaction("readonly", (store) => store.getAll());
    const state: CachedState | undefined = all.pop();
    return state?.userId ? { ...withEvents(state, all), isForeign: state.build !== thisBuild() } : undefined;
  } catch {
    return undefined;
  }
};

const write = (change: (store: IDBObjectStore) => IDBRequest<IDBValidKey>): Promise<unknown> =>
  inTransaction("readwrite", change).catch(() => undefined);

export const cache: Cache = {
  writeState: (snapshot, userId, realmName) => {
    const cached: CachedState = { ...snapshot, userId, realmName, build: thisBuild() };
    return write((store) => {
      store.clear();
      return store.put(cached, snapshotKey);
    });
  },
  addEvents: (added) => write((store) => store.put(added, added.after)),
};
