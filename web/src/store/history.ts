import type { ServerEvent } from "../wire/event";
import type { Message } from "../wire/wire";
import { type ListReader, type MessageList, messageList } from "./message-list";
import type { MessageStore } from "./messages";
import { type Narrow, narrowKey } from "./narrow";
import { sortedIds } from "./place";

/** Which messages to fetch. */
export interface Window {
  readonly anchor: number | "first_unread" | "newest" | "oldest";
  readonly before: number;
  readonly after: number;
}

/** The result of a fetch. */
export interface Page {
  readonly messages: readonly Message[];
  readonly anchor: number;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

export type FetchMessages = (narrow: Narrow, window: Window) => Promise<Page>;

/** Message lists that have been opened, and their messages. */
export interface History {
  /** A narrow's list, in its last state. */
  list(narrow: Narrow): MessageList;
  /** All lists in memory; the one asked for last is the last. */
  all(): readonly MessageList[];
  /** Fetches messages around an anchor and replaces the list's contents. Returns the anchor's id. */
  open(list: MessageList, window: Window): Promise<number>;
  /** Fetches more messages at one end of the list. */
  extend(list: MessageList, towards: "older" | "newer", count: number): Promise<void>;
  apply(event: ServerEvent): void;
  /** Drops messages far from what is visible in a list, which otherwise grows as long as it is open. */
  shorten(list: MessageList, from: number, to: number): void;
  /** Drops most of the lists that were left, and messages that no list contains. */
  tidy(): void;
  /** Events were missed: each list is fetched again when it is next shown, and shows what it has until then. */
  distrust(): void;
}

const mostLists = 40;
/** How many ids a list that was left may hold, and how many remain of a longer one. */
const mostLeft = 1000;
const maxIdsLeft = 500;
/** Ids that remain on each side of what is visible. */
const idsAroundVisible = 500;
/** How many messages arrive between two cleanups. */
const tidyEvery = 500;

export const history = (
  messageStore: MessageStore,
  reader: ListReader,
  fetchMessages: FetchMessages,
): History => {
  const lists = new Map<string, MessageList>();
  /** Events since the oldest fetch in flight began: its answer may predate them. */
  let since: ServerEvent[] = [];
  let underWay = 0;
  let generation = 0;
  let untidied = 0;

  const shortenLeft = ({ run }: MessageList): void => {
    const left = run.peek();
    if (left === undefined || left.ids.length <= mostLeft) return;
    run.value = left.hasNewest ? { ...left, ids: left.ids.slice(-maxIdsLeft), hasOldest: false } : undefined;
  };
  const tidy = (): void => {
    untidied = 0;
    // The latest request decides what is shown.
    const all = [...lists.values()];
    for (const list of all.slice(0, -1)) shortenLeft(list);
    messageStore.keep(new Set(all.flatMap(({ run }) => run.peek()?.ids ?? [])));
  };

  const fetched = async (
    narrow: Narrow,
    window: Window,
    take: (page: Page, ids: readonly number[]) => void,
    list: MessageList,
  ): Promise<Page> => {
    const from = since.length;
    const startedAt = generation;
    underWay += 1;
    try {
      const page = await fetchMessages(narrow, window);
      untidied += page.messages.length;
      if (startedAt !== generation) return page;
      messageStore.put(page.messages);
      take(page, sortedIds(page.messages.map(({ id }) => id)));
      // Events received in the meantime are applied to the answer; those it already includes change nothing.
      for (const event of since.slice(from)) {
        messageStore.apply(event);
        list.apply(event);
      }
      return page;
    } finally {
      underWay -= 1;
      if (underWay === 0) since = [];
      if (underWay === 0 && untidied > tidyEvery) tidy();
    }
  };

  return {
    list: (narrow) => {
      const key = narrowKey(narrow);
      const known = lists.get(key) ?? messageList(narrow, messageStore, reader);
      lists.delete(key);
      lists.set(key, known);
      const oldest = lists.keys().next().value;
      if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest);
      return known;
    },
    all: () => [...lists.values()],
    open: async (list, window) => {
      const page = await fetched(
        list.narrow,
        window,
        ({ found_oldest, found_newest }, ids) => {
          list.run.value = { ids, hasOldest: found_oldest, hasNewest: found_newest, isStale: false };
        },
        list,
      );
      return page.anchor;
    },
    extend: async (list, towards, count) => {
      const before = list.run.peek();
      const end = towards === "older" ? before?.ids[0] : before?.ids.at(-1);
      if (end === undefined) return;
      const window =
        towards === "older"
          ? { anchor: end, before: count, after: 0 }
          : { anchor: end, before: 0, after: count };
      await fetched(
        list.narrow,
        window,
        (page, ids) => {
          const run = list.run.peek();
          // A list that no longer reaches this far would have a gap.
          if (run === undefined || (towards === "older" ? run.ids[0] : run.ids.at(-1)) !== end) return;
          list.run.value = {
            ...run,
            ids: sortedIds([...run.ids, ...ids]),
            hasOldest: run.hasOldest || (towards === "older" && page.found_oldest),
            hasNewest: run.hasNewest || (towards === "newer" && page.found_newest),
          };
        },
        list,
      );
    },
    apply: (event) => {
      if (underWay > 0) since.push(event);
      messageStore.apply(event);
      for (const list of lists.values()) list.apply(event);
      if (event.type === "message") untidied += 1;
      if (underWay === 0 && untidied > tidyEvery) tidy();
    },
    shorten: ({ run }, from, to) => {
      const current = run.peek();
      if (current === undefined) return;
      const first = Math.max(0, current.ids.indexOf(from) - idsAroundVisible);
      const last = current.ids.indexOf(to) + 1 + idsAroundVisible;
      run.value = {
        ...current,
        ids: current.ids.slice(first, last),
        hasOldest: current.hasOldest && first === 0,
        hasNewest: current.hasNewest && last >= current.ids.length,
      };
    },
    tidy,
    distrust: () => {
      generation += 1;
      since = [];
      for (const { run } of lists.values()) {
        const before = run.peek();
        if (before) run.value = { ...before, isStale: true };
      }
    },
  };
};
