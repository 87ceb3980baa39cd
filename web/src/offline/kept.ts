import type { StoreState } from "../store/store";

/** What a window goes on from: all that is known, and the place in the queue where it was so. */
export interface Live {
  readonly queueId: string;
  readonly lastEventId: number;
  readonly state: StoreState;
}

export interface Kept extends Live {
  readonly userId: number;
  readonly realmName: string;
  /** The build that kept it: another may have other forms. */
  readonly build: string;
}

const database = "parley";
const table = "kept";
const only = "live";
const build = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? "";

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const within = async <A>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<A>,
): Promise<A> => {
  const connection = await opened();
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

/** What the last window kept, whoever's it is; undefined where nothing can be used. */
export const readKept = async (): Promise<Kept | undefined> => {
  try {
    const found = (await within("readonly", (store) => store.get(only))) as Kept | undefined;
    return found?.build === build ? found : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps what is known, in the place of what was kept. Where nothing may be kept, nothing is. */
export const writeKept = async (live: Live, userId: number, realmName: string): Promise<void> => {
  const kept: Kept = { ...live, userId, realmName, build };
  await within("readwrite", (store) => store.put(kept, only)).catch(() => undefined);
};

const ours = "parley-";

/** Removes what this browser keeps of people; what goes on belonging to `userId` stays, if one is given. */
export const forgetOthers = async (userId?: number, known?: Kept): Promise<void> => {
  try {
    const owned = /^parley-(?:draft|outbox)-(\d+)/;
    for (const key of Object.keys(localStorage)) {
      const owner = owned.exec(key)?.[1];
      const isOthers = userId === undefined || (owner !== undefined && Number(owner) !== userId);
      if (key.startsWith(ours) && isOthers) localStorage.removeItem(key);
    }
  } catch {
    // Where nothing may be kept, nothing is there.
  }
  const kept = known ?? (await readKept());
  if (kept !== undefined && kept.userId === userId) return;
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(database);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
    request.onblocked = () => resolve();
  });
};
