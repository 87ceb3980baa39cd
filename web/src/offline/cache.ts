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

const database = "parley";
const version = 2;
const table = "snapshots";
const snapshotKey = "live";
const build = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? "";

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
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    connection.close();
  }
};

/** What the last window cached, whoever the user was; undefined if nothing is usable. */
export const readCache = async (): Promise<CachedState | undefined> => {
  try {
    const found = (await inTransaction("readonly", (store) => store.get(snapshotKey))) as
      | CachedState
      | undefined;
    return found?.build === build ? found : undefined;
  } catch {
    return undefined;
  }
};

/** Replaces the cached state. Does nothing if the browser forbids storage. */
export const writeCache = async (snapshot: Snapshot, userId: number, realmName: string): Promise<void> => {
  const cached: CachedState = { ...snapshot, userId, realmName, build };
  await inTransaction("readwrite", (store) => store.put(cached, snapshotKey)).catch(() => undefined);
};

const keyPrefix = "parley-";

/** What somebody has written and not sent, by user id; and with it, everything else that belongs to one person. */
const written = /^parley-(?:draft|outbox)-\d+/;
const owned = /^parley-(?:draft|outbox|searches)-(\d+)/;

const clearKeys = (isKept: (key: string) => boolean): void => {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(keyPrefix) && !isKept(key)) localStorage.removeItem(key);
  } catch {
    // If the browser forbids storage, there is nothing to remove.
  }
};

/**
 * Removes what this browser stores about people after a session has expired. What they have written and not sent stays
 * for them; whoever else logs in removes it.
 */
export const clearAfterExpiry = (known?: CachedState): Promise<void> => {
  clearKeys((key) => written.test(key));
  return clearCache(undefined, known);
};

/** Removes everything this browser stores about people, except what belongs to `userId`, if given. */
export const clearStoredData = (userId?: number, known?: CachedState): Promise<void> => {
  clearKeys((key) => {
    const owner = owned.exec(key)?.[1];
    return userId !== undefined && (owner === undefined || Number(owner) === userId);
  });
  return clearCache(userId, known);
};

const clearCache = async (userId: number | undefined, known: CachedState | undefined): Promise<void> => {
  const cached = known ?? (await readCache());
  if (cached !== undefined && cached.userId === userId) return;
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(database);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
    request.onblocked = () => resolve();
  });
};
