import type { MessageList } from "../store/message-list";
import { isIn, type Narrow, narrowKey } from "../store/narrow";
import { sortedIds } from "../store/place";
import type { Message } from "../wire/wire";
import type { Reading, StoredList } from "./stored-list";

/** How many messages of all conversations together are shown. */
const mostOfAll = 1000;

/** Whether everything in the narrow is in the other one too. */
const isWithin = (narrow: Narrow, wider: Narrow): boolean => {
  const terms = new Set(narrow.map((term) => narrowKey([term])));
  return wider.every((term) => terms.has(narrowKey([term])));
};

/** The narrowest stored list that answers: the narrow's own, or one that contains it. */
const answering = (narrow: Narrow, lists: readonly StoredList[]): StoredList | undefined =>
  lists
    .filter((one) => isWithin(narrow, one.narrow))
    .toSorted((a, b) => b.narrow.length - a.narrow.length)
    .at(0);

/** The newest of the messages of all lists, which may have gaps between conversations but none within. */
const allOf = (lists: readonly StoredList[]): StoredList => ({
  narrow: [],
  ids: sortedIds(lists.flatMap(({ ids }) => ids)).slice(-mostOfAll),
  sizes: [],
  hasOldest: false,
  hasNewest: true,
  usedAt: 0,
});

/** Shows what this browser has stored of a list that can't be fetched, until it can. */
export const restoreList = async (
  { store, inShelf }: Pick<Reading, "store" | "inShelf">,
  { narrow, run }: MessageList,
): Promise<void> => {
  const { messageStore, ownId } = store;
  const found = await inShelf("readonly", async (shelf) => {
    if ((await shelf.owner())?.userId !== ownId) return undefined;
    const lists = await shelf.lists();
    const list = answering(narrow, lists) ?? (narrow.length === 0 ? allOf(lists) : undefined);
    return list && { list, messages: await shelf.messages(list.ids) };
  }).catch(() => undefined);
  if (found === undefined || run.peek() !== undefined) return;
  const { list } = found;
  const byId = new Map(found.messages.map((one) => [one.id, one]));
  // What is in memory is newer.
  const messageOf = (id: number): Message | undefined => messageStore.get(id) ?? byId.get(id);
  const gap = list.ids.findLastIndex((id) => messageOf(id) === undefined);
  const messages = list.ids
    .slice(gap + 1)
    .flatMap((id) => messageOf(id) ?? [])
    .filter((one) => isIn(narrow, one, ownId));
  if (messages.length === 0) return;
  messageStore.put(messages);
  run.value = {
    ids: messages.map(({ id }) => id),
    hasOldest: list.hasOldest && gap === -1,
    hasNewest: list.hasNewest,
    isStale: true,
  };
};
