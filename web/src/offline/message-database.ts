import { messageDatabase } from "./cache";
import type { InShelf, Owner, Shelf, StoredList } from "./stored-list";

const version = 1;
const tables = { messages: "messages", lists: "lists", owner: "owner" };
const ownerKey = "owner";

const answerOf = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const openDatabase = (mode: IDBTransactionMode): Promise<IDBDatabase> => {
  const request = indexedDB.open(messageDatabase, version);
  request.onupgradeneeded = () => {
    // There is nothing to read: a window may have removed it by logging out.
    if (mode === "readonly") return request.transaction?.abort();
    request.result.createObjectStore(tables.messages, { keyPath: "id" });
    request.result.createObjectStore(tables.lists);
    request.result.createObjectStore(tables.owner);
  };
  return answerOf(request);
};

const shelfOf = (transaction: IDBTransaction): Shelf => {
  const messages = transaction.objectStore(tables.messages);
  const lists = transaction.objectStore(tables.lists);
  const owners = transaction.objectStore(tables.owner);
  return {
    owner: () => answerOf<Owner | undefined>(owners.get(ownerKey)),
    lists: () => answerOf<StoredList[]>(lists.getAll()),
    messages: async (ids) =>
      (await Promise.all(ids.map((id) => answerOf(messages.get(id))))).filter((one) => one !== undefined),
    messageIds: async () => (await answerOf(messages.getAllKeys())).map(Number),
    setOwner: (owner) => void owners.put(owner, ownerKey),
    putList: (key, list) => void lists.put(list, key),
    removeList: (key) => void lists.delete(key),
    putMessages: (all) => {
      for (const one of all) messages.put(one);
    },
    removeMessages: (ids) => {
      for (const id of ids) messages.delete(id);
    },
    clear: () => {
      for (const one of [messages, lists, owners]) one.clear();
    },
  };
};

/** The messages that this browser stores. */
export const inMessageDatabase: InShelf = async (mode, work) => {
  const connection = await openDatabase(mode);
  try {
    const transaction = connection.transaction(Object.values(tables), mode);
    const complete = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const working = work(shelfOf(transaction)).catch((error: unknown) => {
      // All of the work is stored, or nothing.
      transaction.abort();
      throw error;
    });
    const [result] = await Promise.all([working, complete]);
    return result;
  } finally {
    connection.close();
  }
};
