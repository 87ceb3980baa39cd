import type { InShelf, Owner, StoredList } from "../../../web/src/offline/stored-list";
import type { Message } from "../../../web/src/wire/wire";

/** Stored messages in memory, copied as browsers copy them. */
export const memoryShelf = (): { readonly inShelf: InShelf } => {
  let owner: Owner | undefined;
  const lists = new Map<string, StoredList>();
  const messages = new Map<number, Message>();
  return {
    inShelf: (_mode, work) =>
      work({
        owner: async () => structuredClone(owner),
        lists: async () => structuredClone([...lists.values()]),
        messages: async (ids) => structuredClone(ids.flatMap((id) => messages.get(id) ?? [])),
        messageIds: async () => [...messages.keys()],
        setOwner: (next) => {
          owner = structuredClone(next);
        },
        putList: (key, list) => void lists.set(key, structuredClone(list)),
        removeList: (key) => void lists.delete(key),
        putMessages: (all) => {
          for (const one of all) messages.set(one.id, structuredClone(one));
        },
        removeMessages: (ids) => {
          for (const id of ids) messages.delete(id);
        },
        clear: () => {
          owner = undefined;
          lists.clear();
          messages.clear();
        },
      }),
  };
};
