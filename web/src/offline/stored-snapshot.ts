import type { StoreState } from "../store/store";

/** The state a window resumes from: everything known, and the position in the event queue at that time. */
export interface Snapshot {
  readonly queueId: string;
  readonly lastEventId: number;
  readonly state: StoreState;
}

export interface CachedState extends Snapshot {
  readonly userId: number;
  readonly realmName: string;
  /** The build that wrote it; other builds may use other formats. */
  readonly build: string;
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
      // A snapshot of an earlier version is of no use: the client registers anew.
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

/** What the last window cached, whoever the user was; undefined if nothing is usable. */
export const readCache = async (): Promise<CachedState | undefined> => {
  try {
    const found: CachedState | undefined = await inTransaction("readonly", (store) => store.get(snapshotKey));
    return found?.build === thisBuild() ? found : undefined;
  } catch {
    return undefined;
  }
};

/** Replaces the cached state. Does nothing if the browser forbids storage. */
export const writeCache = async (snapshot: Snapshot, userId: number, realmName: string): Promise<void> => {
  const cached: CachedState = { ...snapshot, userId, realmName, build: thisBuild() };
  await inTransaction("readwrite", (store) => store.put(cached, snapshotKey)).catch(() => undefined);
};
