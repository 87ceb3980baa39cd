import type { HistoryEvent } from "../store/history-event";
import { type MessageList, messageList } from "../store/message-list";
import { createMessageStore, idsIn } from "../store/messages";
import { isIn } from "../store/narrow";
import { type Owner, type Reading, type Shelf, type StoredList, sizeOf, storedListOf } from "./stored-list";

type Lists = ReadonlyMap<string, StoredList>;

/** Channel settings that decide what subscribers may read. */
const aboutReading: ReadonlySet<string> = new Set(["history_public_to_subscribers", "invite_only"]);

const channelsLeftBy = (event: HistoryEvent): readonly number[] => {
  if (event.type === "subscription" && event.op === "remove")
    return event.subscriptions.map(({ stream_id }) => stream_id);
  if (event.type !== "stream") return [];
  if (event.op === "delete") return event.stream_ids;
  return event.op === "update" && aboutReading.has(event.property) ? [event.stream_id] : [];
};

/** Channels whose messages the user may no longer read, or not all of them. */
export const lostChannels = (
  owner: Owner | undefined,
  events: readonly HistoryEvent[],
  { channels }: Reading["store"],
): ReadonlySet<number> => {
  const { subscribed } = channels.peek();
  return new Set([
    ...(owner?.channelIds ?? []).filter((id) => !subscribed.has(id)),
    ...events.flatMap(channelsLeftBy),
  ]);
};

/** The lists that hold nothing of these channels. */
export const withoutChannels = (lists: Lists, lost: ReadonlySet<number>): Lists =>
  lost.size === 0
    ? lists
    : new Map(
        [...lists].filter(([, { narrow }]) =>
          narrow.some(({ operator, operand }) =>
            operator === "channel" ? !lost.has(Number(operand)) : operator === "dm",
          ),
        ),
      );

/** Applies events to lists that aren't in memory, and to their messages. What only the server can tell is dropped. */
export const withEvents = async (
  shelf: Shelf,
  lists: Lists,
  events: readonly HistoryEvent[],
  { store }: Pick<Reading, "store">,
): Promise<Lists> => {
  if (events.length === 0 || lists.size === 0) return lists;
  const sizes = new Map(
    [...lists.values()].flatMap((list) => list.ids.map((id, at) => [id, list.sizes[at] ?? 0] as const)),
  );
  const messageStore = createMessageStore();
  const wanted = events.flatMap((event) => {
    const ids = idsIn(event);
    return ids === "all" ? [] : ids;
  });
  const found = await shelf.messages([...new Set(wanted)].filter((id) => sizes.has(id)));
  messageStore.put(found);
  const before = new Map(found.map((one) => [one.id, one]));
  const reader = {
    ownId: store.ownId,
    isSubscribed: (id: number) => store.channels.peek().subscribed.has(id),
  };
  const opened = [...lists].map(([key, list]): readonly [string, StoredList, MessageList] => {
    const open = messageList(list.narrow, messageStore, reader);
    open.run.value = { ...list, isStale: false };
    return [key, list, open];
  });
  const came = new Set<number>();
  for (const event of events) {
    messageStore.apply(event);
    if (event.type !== "message") {
      for (const [, , list] of opened) list.apply(event);
      continue;
    }
    came.add(event.message.id);
    // Most lists have nothing to do with a new message.
    const message = { ...event.message, flags: event.flags };
    for (const [, , list] of opened) if (isIn(list.narrow, message, store.ownId)) list.apply(event);
  }
  const after = new Map(
    opened.flatMap(([key, list, { run }]): readonly (readonly [string, StoredList])[] => {
      const now = run.peek();
      if (now === undefined || now.isStale) return [];
      if (now.ids === list.ids) return [[key, list]];
      const sizeOfId = (id: number) => {
        const message = messageStore.get(id);
        return message === undefined ? (sizes.get(id) ?? 0) : sizeOf(message);
      };
      return [[key, storedListOf(list, now, sizeOfId, list.usedAt)]];
    }),
  );
  const idsInLists = new Set([...after.values()].flatMap(({ ids }) => ids));
  shelf.putMessages(
    [...came, ...before.keys()].flatMap((id) => {
      const message = messageStore.get(id);
      return message === undefined || message === before.get(id) || !idsInLists.has(id) ? [] : [message];
    }),
  );
  return after;
};
