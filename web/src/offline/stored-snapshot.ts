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
export const table = "snapshots";
export const snapshotKey = "live";
/** The first script, whose name depends on all others. */
export const build = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? "";

export const openDatabase = (): Promise<IDBDatabase> =>
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

const readSnapshot = async (): Promise<CachedState | undefined> => {
  const connection = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = connection.transaction(table);
      const request = transaction.objectStore(table).get(snapshotKey);
      // The transaction completes a little later, and a start waits for this.
      request.onsuccess = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    connection.close();
  }
};

/** What the last window cached, whoever the user was; undefined if nothing is usable. */
export const readCache = async (): Promise<CachedState | undefined> => {
  try {
    const found = await readSnapshot();
    return found?.build === build ? found : undefined;
  } catch {
    return undefined;
  }
};
