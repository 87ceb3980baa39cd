import { mayPass } from "../api/http";
import { type HistoryEvent, isHistoryEvent } from "../store/history-event";
import type { MessageList, Run } from "../store/message-list";
import { type Narrow, narrowKey } from "../store/narrow";
import { sortedIds } from "../store/place";
import type { ServerEvent } from "../wire/event";
import type { Message } from "../wire/wire";
import { lostChannels, withEvents, withoutChannels } from "./shelf-events";
import {
  type InShelf,
  isStorable,
  mostInList,
  type Owner,
  type Reading,
  type StoredList,
  sizesIn,
  storedListOf,
  withinBounds,
} from "./stored-list";

/** Stores the messages of conversations that were on screen, so that a start without a connection shows them. */
export interface Keeper {
  /** Takes events that the store has applied. */
  take(events: readonly ServerEvent[]): void;
  /** Stores what is new since the last time. */
  keep(): Promise<void>;
}

/** How many messages are written at once. */
const piece = 100;
/** What is fetched again after events were missed: of how many lists, and how many messages of each. */
const mostRefilled = 20;
const messagesRefilled = 50;
/** How many events wait to be stored. */
const mostWaiting = 20_000;
/** After this many failures, this window stores nothing more. */
const mostFailures = 3;

/** A list in memory that is up to date. */
interface Fresh {
  readonly key: string;
  readonly list: MessageList;
  readonly run: Run;
}

/** The message without what only belongs to a search. */
const withoutMatch = ({ match_content: _content, match_subject: _subject, ...message }: Message): Message =>
  message;

export const createKeeper = (reading: Reading): Keeper => {
  const { store, fetchMessages, queueId, leads, unstored, now, pause } = reading;
  const { history, messageStore, ownId, channels } = store;
  let events: HistoryEvent[] = [];
  /** Runs and messages that are stored as they are, as long as the epoch lasts. */
  let stored = new WeakSet<object>();
  let epoch: string | undefined;
  let lastShown: MessageList | undefined;
  let refills: readonly Narrow[] = [];
  let failures = 0;
  let isIncomplete = false;
  let isUnderWay = false;

  /** Once the user is logging out, the database is removed, and opening it would recreate it. */
  const inShelf: InShelf = async (mode, work) => {
    if (queueId() === "") throw new Error("The user has left");
    return reading.inShelf(mode, work);
  };

  const freshLists = (): readonly Fresh[] =>
    history.all().flatMap((list) => {
      const run = list.run.peek();
      if (run === undefined || run.isStale || !isStorable(list.narrow, store)) return [];
      return [{ key: narrowKey(list.narrow), list, run }];
    });

  /** Drops what missed events, and notes which lists to fetch again. */
  const begin = (queue: string): Promise<void> =>
    inShelf("readwrite", async (shelf) => {
      const owner = await shelf.owner();
      if (owner?.userId === ownId && owner.queueId === queue && !isIncomplete) {
        if (owner.epoch !== epoch) stored = new WeakSet();
        epoch = owner.epoch;
        return;
      }
      const lists = owner?.userId === ownId ? await shelf.lists() : [];
      refills = lists
        .toSorted((a, b) => b.usedAt - a.usedAt)
        .slice(0, mostRefilled)
        .map(({ narrow }) => narrow);
      stored = new WeakSet();
      epoch = reading.newKey();
      shelf.clear();
      shelf.setOwner({ userId: ownId, queueId: queue, epoch, channelIds: [] });
    });

  const isOurs = (owner: Owner | undefined): boolean =>
    owner?.epoch === epoch && queueId() === owner?.queueId;

  const writeMessages = async (ids: readonly number[]): Promise<void> => {
    const waiting = ids.filter((id) => {
      const message = messageStore.get(id);
      return message !== undefined && !stored.has(message);
    });
    for (let from = 0; from < waiting.length && queueId() !== ""; from += piece) {
      const messages = waiting.slice(from, from + piece).flatMap((id) => messageStore.get(id) ?? []);
      await inShelf("readwrite", async (shelf) => {
        if (isOurs(await shelf.owner())) shelf.putMessages(messages.map(withoutMatch));
      });
      for (const one of messages) stored.add(one);
      await pause();
    }
  };

  const writeLists = (fresh: readonly Fresh[], batch: readonly HistoryEvent[], isFirst: boolean) =>
    inShelf("readwrite", async (shelf) => {
      const owner = await shelf.owner();
      if (owner === undefined || !isOurs(owner)) return;
      const before = new Map((await shelf.lists()).map((list) => [narrowKey(list.narrow), list]));
      const shown = history.all().at(-1);
      const inMemory = fresh.flatMap(({ key, list, run }): readonly (readonly [string, StoredList])[] => {
        const known = before.get(key);
        const usedAt = list === shown || known === undefined ? now() : known.usedAt;
        if (!stored.has(run)) return [[key, storedListOf(list, run, sizesIn(messageStore), usedAt)]];
        if (known === undefined) return [];
        return [[key, list === shown ? { ...known, usedAt } : known]];
      });
      const keys = new Set(fresh.map(({ key }) => key));
      const others = new Map([...before].filter(([key]) => !keys.has(key)));
      const left = withoutChannels(others, lostChannels(owner, batch, store));
      const changed = await withEvents(shelf, left, batch, reading);
      const dropped = [...others].flatMap(([key, { narrow }]) => (changed.has(key) ? [] : [narrow]));
      const after = withinBounds(new Map([...changed, ...inMemory]));
      for (const [key, list] of after) if (list !== before.get(key)) shelf.putList(key, list);
      for (const key of before.keys()) if (!after.has(key)) shelf.removeList(key);
      const idsInLists = new Set([...after.values()].flatMap(({ ids }) => ids));
      const storedIds = isFirst ? await shelf.messageIds() : [...before.values()].flatMap(({ ids }) => ids);
      const deleted = batch.flatMap((event) => (event.type === "delete_message" ? event.message_ids : []));
      shelf.removeMessages([...new Set([...storedIds, ...deleted])].filter((id) => !idsInLists.has(id)));
      refills = [...refills, ...dropped].slice(0, mostRefilled);
      shelf.setOwner({ ...owner, channelIds: [...channels.peek().subscribed.keys()] });
    });

  /** Fetches a list again that missed events. */
  const refill = async (): Promise<void> => {
    const [narrow, ...rest] = refills;
    if (narrow === undefined) return;
    const key = narrowKey(narrow);
    if (isStorable(narrow, store) && !freshLists().some((one) => one.key === key)) {
      const window = { anchor: "newest", before: messagesRefilled, after: 0 } as const;
      const { messages, ...page } = await fetchMessages(narrow, window);
      const byId = new Map(messages.map((one) => [one.id, one]));
      const run = {
        ids: sortedIds([...byId.keys()]),
        hasOldest: page.found_oldest,
        hasNewest: page.found_newest,
      };
      await inShelf("readwrite", async (shelf) => {
        if (!isOurs(await shelf.owner())) return;
        shelf.putMessages(messages);
        shelf.putList(key, storedListOf({ narrow }, run, sizesIn(byId), now()));
      });
    }
    refills = rest;
  };

  const keepOnce = async (queue: string): Promise<void> => {
    const known = epoch;
    const isMissingEvents = leads() && unstored.isMissingEvents();
    isIncomplete ||= isMissingEvents;
    await begin(queue);
    isIncomplete = false;
    if (isMissingEvents) unstored.claimMissedEvents();
    const isFirst = epoch !== known;
    const fresh = freshLists();
    const shown = history.all().at(-1);
    const batch = events;
    const isNothingNew =
      batch.length === 0 && shown === lastShown && fresh.every(({ run }) => stored.has(run));
    if (isNothingNew && !isFirst) return;
    events = [];
    await writeMessages([...new Set(fresh.flatMap(({ run }) => run.ids.slice(-mostInList)))]);
    await writeLists(fresh, batch, isFirst);
    for (const { run } of fresh) stored.add(run);
    lastShown = shown;
    if (leads() && events.length === 0) unstored.noteStored();
  };

  return {
    take: (more) => {
      if (failures >= mostFailures) return;
      for (const one of more) if (isHistoryEvent(one)) events.push(one);
      if (events.length <= mostWaiting) return;
      // The database doesn't answer: rather than hold them all, everything is fetched again.
      events = [];
      isIncomplete = true;
    },
    keep: async () => {
      const queue = queueId();
      if (isUnderWay || queue === "" || failures >= mostFailures) return;
      isUnderWay = true;
      try {
        await keepOnce(queue);
      } catch {
        // Storage may be forbidden or full. Events are missing now.
        failures += 1;
        isIncomplete = true;
        events = [];
      }
      try {
        await refill();
      } catch (error) {
        // Without an answer it is asked for again the next time.
        if (!mayPass(error)) refills = refills.slice(1);
      }
      isUnderWay = false;
    },
  };
};
