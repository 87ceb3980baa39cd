import {
  build,
  type CachedState,
  database,
  openDatabase,
  readCache,
  type Snapshot,
  snapshotKey,
  table,
} from "./stored-snapshot";

const writeSnapshot = async (snapshot: CachedState): Promise<void> => {
  const connection = await openDatabase();
  try {
    await new Promise<void>((resolve, reject) => {
      const transaction = connection.transaction(table, "readwrite");
      transaction.objectStore(table).put(snapshot, snapshotKey);
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    connection.close();
  }
};

/** Replaces the cached state. Does nothing if the browser forbids storage. */
export const writeCache = (snapshot: Snapshot, userId: number, realmName: string): Promise<void> =>
  writeSnapshot({ ...snapshot, userId, realmName, build }).catch(() => undefined);

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
