import { type CachedState, database } from "./stored-snapshot";

/** The messages of conversations that were on screen: `message-database.ts`. */
export const messageDatabase = "parley-messages";
const keyPrefix = "parley-";

/** Whose state was stored last. */
export type Known = Pick<CachedState, "userId" | "isForeign">;

/** What somebody has written and not sent, by user id, and everything else that belongs to one person. */
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
 * for them, until somebody else logs in.
 */
export const clearAfterExpiry = (known?: Known): Promise<void> => {
  clearKeys((key) => written.test(key));
  return clearCache(undefined, known);
};

/** Names the id of a user who has logged out here, but whose session the server may not have ended yet. */
export const leavingName = `${keyPrefix}leaving`;

/** Removes everything this browser stores about people, except what belongs to `userId`, if given. */
export const clearStoredData = (userId?: number, known?: Known): Promise<void> => {
  clearKeys((key) => {
    const owner = owned.exec(key)?.[1];
    return userId !== undefined && (owner === undefined || Number(owner) === userId);
  });
  return clearCache(userId, known);
};

const clearCache = async (userId: number | undefined, known: Known | undefined): Promise<void> => {
  const isOwn = known !== undefined && known.userId === userId;
  if (isOwn && !known.isForeign) return;
  const removals = [database, messageDatabase].map(
    (name) =>
      new Promise<unknown>((resolve) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = request.onerror = request.onblocked = resolve;
      }),
  );
  // If it isn't known who was logged in, the notifications may be those of the user who is logged in now.
  if (known ? !isOwn : userId === undefined)
    removals.push(
      import("./push").then(
        ({ forgetPush }) => forgetPush(),
        () => undefined,
      ),
    );
  await Promise.all(removals);
};
