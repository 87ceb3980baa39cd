import type { ServerEvent } from "../api/event";
import type { Message } from "../api/wire";
import { type ListReader, type MessageList, messageList } from "./message-list";
import type { MessageBook } from "./messages";
import { type Narrow, narrowKey } from "./narrow";
import { sortedIds } from "./place";

/** Which messages to fetch. */
export interface Window {
  readonly anchor: number | "first_unread" | "newest" | "oldest";
  readonly before: number;
  readonly after: number;
}

/** What a fetch answers. */
export interface Page {
  readonly messages: readonly Message[];
  readonly anchor: number;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

export type FetchMessages = (narrow: Narrow, window: Window) => Promise<Page>;

/** Lists that were open, and the messages in them. */
export interface History {
  /** The list of a narrow, as it was left. */
  list(narrow: Narrow): MessageList;
  /** Fetches messages around an anchor into a list, in the place of what it has. Answers the anchor's id. */
  open(list: MessageList, window: Window): Promise<number>;
  /** Fetches what follows the list's run at one end. */
  extend(list: MessageList, towards: "older" | "newer", count: number): Promise<void>;
  apply(event: ServerEvent): void;
  /** Forgets what is far from the shown part of a list, which grows as long as it is open. */
  shorten(list: MessageList, from: number, to: number): void;
  /** Forgets most of the lists that were left, and messages that are in none. */
  tidy(): void;
  /** Forgets everything: the events between are lost. */
  clear(): void;
}

const mostLists = 40;
/** Ids of a list that was left, and those kept of one that had more. */
const mostLeft = 1000;
const keptLeft = 500;
/** Ids kept at each side of what is shown. */
const keptAround = 500;
/** Messages between two times of tidying up. */
const tidyEvery = 500;

export const history = (book: MessageBook, reader: ListReader, fetchMessages: FetchMessages): History => {
  const lists = new Map<string, MessageList>();
  /** Events since the first fetch under way began: its answer may be older than they are. */
  let since: ServerEvent[] = [];
  let underWay = 0;
  let generation = 0;
  let untidied = 0;

  const shortenLeft = ({ run }: MessageList): void => {
    const left = run.peek();
    if (left === undefined || left.ids.length <= mostLeft) return;
    run.value = left.hasNewest ? { ...left, ids: left.ids.slice(-keptLeft), hasOldest: false } : undefined;
  };
  const tidy = (): void => {
    untidied = 0;
    // The one that was asked for last is the one that is shown.
    const all = [...lists.values()];
    for (const list of all.slice(0, -1)) shortenLeft(list);
    book.keep(new Set(all.flatMap(({ run }) => run.peek()?.ids ?? [])));
  };

  const fetched = async (
    narrow: Narrow,
    window: Window,
    take: (page: Page, ids: readonly number[]) => void,
    list: MessageList,
  ): Promise<Page> => {
    const from = since.length;
    const begun = generation;
    underWay += 1;
    try {
      const page = await fetchMessages(narrow, window);
      untidied += page.messages.length;
      if (begun !== generation) return page;
      book.put(page.messages);
      take(page, sortedIds(page.messages.map(({ id }) => id)));
      // What happened meanwhile happens to the answer too; what it knew already changes nothing.
      for (const event of since.slice(from)) {
        book.apply(event);
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
      const known = lists.get(key) ?? messageList(narrow, book, reader);
      lists.delete(key);
      lists.set(key, known);
      const oldest = lists.keys().next().value;
      if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest);
      return known;
    },
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
          // What no longer reaches so far would have a gap.
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
      book.apply(event);
      for (const list of lists.values()) list.apply(event);
      if (event.type === "message") untidied += 1;
      if (underWay === 0 && untidied > tidyEvery) tidy();
    },
    shorten: ({ run }, from, to) => {
      const whole = run.peek();
      if (whole === undefined) return;
      const first = Math.max(0, whole.ids.indexOf(from) - keptAround);
      const last = whole.ids.indexOf(to) + 1 + keptAround;
      run.value = {
        ...whole,
        ids: whole.ids.slice(first, last),
        hasOldest: whole.hasOldest && first === 0,
        hasNewest: whole.hasNewest && last >= whole.ids.length,
      };
    },
    tidy,
    clear: () => {
      generation += 1;
      since = [];
      book.clear();
      for (const list of lists.values()) list.run.value = undefined;
    },
  };
};
