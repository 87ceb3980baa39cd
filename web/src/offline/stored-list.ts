import type { FetchMessages } from "../store/history";
import type { MessageList, Run } from "../store/message-list";
import type { MessageStore } from "../store/messages";
import { isCoveredByEvents, type Narrow, type Term } from "../store/narrow";
import type { Store } from "../store/store";
import type { Message } from "../wire/wire";

/** The newest known messages of a narrow, without gaps, as this browser stores them. */
export interface StoredList {
  readonly narrow: Narrow;
  /** In ascending order. */
  readonly ids: readonly number[];
  /** About how many bytes each of the messages takes. */
  readonly sizes: readonly number[];
  readonly hasOldest: boolean;
  readonly hasNewest: boolean;
  /** When it was last on screen, in Unix milliseconds. */
  readonly usedAt: number;
}

/** Whose messages are stored. */
export interface Owner {
  readonly userId: number;
  /** The event queue whose events the lists contain. */
  readonly queueId: string;
  /** Changes whenever everything stored before is dropped. */
  readonly epoch: string;
  /** The channels the user was subscribed to. */
  readonly channelIds: readonly number[];
}

/** The stored lists and messages within one transaction. */
export interface Shelf {
  owner(): Promise<Owner | undefined>;
  lists(): Promise<readonly StoredList[]>;
  /** The stored ones among these messages. */
  messages(ids: readonly number[]): Promise<readonly Message[]>;
  messageIds(): Promise<readonly number[]>;
  setOwner(owner: Owner): void;
  putList(key: string, list: StoredList): void;
  removeList(key: string): void;
  putMessages(messages: readonly Message[]): void;
  removeMessages(ids: readonly number[]): void;
  clear(): void;
}

/** Works on the stored data in one transaction. Rejects if the browser forbids storage or has no room. */
export type InShelf = <A>(mode: "readonly" | "readwrite", work: (shelf: Shelf) => Promise<A>) => Promise<A>;

/** What storing messages needs from the client. */
export interface Reading {
  readonly store: Pick<Store, "ownId" | "channels" | "history" | "messageStore">;
  readonly inShelf: InShelf;
  readonly fetchMessages: FetchMessages;
  /** Empty if nothing may be stored. */
  readonly queueId: () => string;
  /** Whether this window follows the queue, and so stores what events change. */
  readonly leads: () => boolean;
  /** Windows that closed before they had stored their events. */
  readonly unstored: {
    readonly isMissingEvents: () => boolean;
    readonly claimMissedEvents: () => void;
    readonly noteStored: () => void;
  };
  readonly newKey: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Resolves when the window has nothing more urgent to do. */
  readonly pause: () => Promise<void>;
}

/** Bounds of one list, so that no conversation takes all the room. */
export const mostInList = 500;
const mostBytesInList = 2_000_000;
/** Bounds of all lists together. */
const mostMessages = 20_000;
const mostBytes = 40_000_000;

/** The bytes that a message takes in addition to its content. */
const envelope = 500;
export const sizeOf = ({ content }: Message): number => 2 * content.length + envelope;

const isStorableTerm = ({ operator, operand, negated }: Term): boolean =>
  !negated &&
  (["channel", "topic", "dm"].includes(operator) ||
    (operator === "is" && (operand === "starred" || operand === "mentioned")));

/** Whether the client alone can tell which messages are in the narrow, and events say what happens to them. */
export const isStorable = (narrow: Narrow, { channels }: Reading["store"]): boolean =>
  narrow.every(isStorableTerm) && isCoveredByEvents(narrow, channels.peek().subscribed);

/** The list's newest messages, as many as there is room for. */
const fitting = (list: StoredList): StoredList => {
  const { ids, sizes } = list;
  let from = ids.length;
  let bytes = 0;
  while (from > 0 && ids.length - from < mostInList) {
    bytes += sizes[from - 1] ?? 0;
    if (bytes > mostBytesInList) break;
    from -= 1;
  }
  return from === 0 ? list : { ...list, ids: ids.slice(from), sizes: sizes.slice(from), hasOldest: false };
};

/** What to store of a list. */
export const storedListOf = (
  { narrow }: Pick<MessageList, "narrow">,
  { ids, hasOldest, hasNewest }: Omit<Run, "isStale">,
  sizeOfId: (id: number) => number,
  usedAt: number,
): StoredList => fitting({ narrow, ids, sizes: ids.map(sizeOfId), hasOldest, hasNewest, usedAt });

/** The size of a message in memory; none of one that is being deleted. */
export const sizesIn =
  (messageStore: Pick<MessageStore, "get">) =>
  (id: number): number => {
    const message = messageStore.get(id);
    return message === undefined ? 0 : sizeOf(message);
  };

/** The lists that there is room for, most recently on screen first. */
export const withinBounds = (lists: ReadonlyMap<string, StoredList>): ReadonlyMap<string, StoredList> => {
  let [messages, bytes] = [0, 0];
  return new Map(
    [...lists]
      .sort(([, a], [, b]) => b.usedAt - a.usedAt)
      .filter(([, { ids, sizes }]) => {
        messages += ids.length;
        bytes += sizes.reduce((sum, size) => sum + size, 0);
        return messages <= mostMessages && bytes <= mostBytes;
      }),
  );
};
