import type { EventCategory } from "./event";
import type { Narrow } from "./narrow";
import type { RealmState } from "./realm-state";
import type { Announcement, Signal } from "./signal";
import type { LogStep } from "./state/log-step";

/** A client's place in the log of its realm. Any node can serve it, before and after a restart. */
export interface EventQueue {
  readonly id: string;
  readonly userId: number;
  /** Null takes every category. */
  readonly categories: readonly EventCategory[] | null;
  /** For messages only. */
  readonly narrow: Narrow;
  /** Also messages of public channels that the user isn't subscribed to. */
  readonly allPublicChannels: boolean;
  /** How the client wants its events written: known to the adapter that writes them. */
  readonly presentation: Readonly<Record<string, unknown>>;
  /** Where the log was when the client registered: what was before is in what it registered with. */
  readonly startsAfter: number;
  /** Everything up to here has reached the client, or was in what it registered with. */
  readonly acknowledged: number;
  /** Unix milliseconds. */
  readonly lastSeenAt: number;
  /** A queue that is not asked for so long is forgotten. */
  readonly idleTimeoutSeconds: number;
  /** When the server was started that the client last heard from, in Unix seconds; null for one of an older version. */
  readonly heardRunOf: number | null;
  /** The build of the web client that it served. */
  readonly heardWebBuild: string | null;
}

/** A signal with the id that it has in one queue, and the realm as it was then. */
export interface SignalItem {
  readonly eventId: number;
  readonly signal: Signal | Announcement;
  readonly state: RealmState;
}

/** What a queue holds: an event of the log, or a signal. */
export type QueueItem = LogStep | SignalItem;

/**
 * An event's id in a queue: its position in the log, with room for what has no place there, so that ids grow
 * on every node and none comes twice. The first half of the room is for all that there is to tell of the
 * event itself; signals and heartbeats come after it.
 */
const roomBetweenPositions = 4096;
const mostWords = roomBetweenPositions / 2;
const lastWord = mostWords - 1;
/** The id that clients know an event of the log by; ids between those of two positions are for signals. */
export const eventIdAt = (position: number): number => position * roomBetweenPositions;
/** The position that a client has come to who has seen this id. */
export const positionOf = (eventId: number): number => Math.floor(eventId / roomBetweenPositions);
/**
 * The id of one of the words that an event is told in. The only one has the event's id. Of several, the last has the
 * last id that is the event's own, so that an id tells whether its client has heard them all. Where there are too many,
 * the last of the others share one id.
 */
export const wordIdAt = (position: number, index: number, count: number): number => {
  const place = index === count - 1 ? lastWord : Math.min(index + 1, lastWord - 1);
  return eventIdAt(position) + (count === 1 ? 0 : place);
};
/** The position up to which a client has heard everything who has seen this id. */
export const heardUpTo = (eventId: number): number => {
  const position = positionOf(eventId);
  const place = eventId - eventIdAt(position);
  return place > 0 && place < lastWord ? position - 1 : position;
};
/** Whether a client that has seen `afterId` is still to hear the word: of words that share an id, all come again. */
export const isNews = (wordId: number, afterId: number): boolean =>
  wordId > afterId || (wordId === afterId && wordId - eventIdAt(positionOf(wordId)) === lastWord - 1);
/** The greatest id of what there is to tell of the event at a position. */
export const lastWordIdAt = (position: number): number => eventIdAt(position) + lastWord;
/** The id of a signal or heartbeat at a position, after `lastId`; undefined where the room is used up. */
export const signalIdAt = (position: number, lastId: number): number | undefined => {
  const id = Math.max(eventIdAt(position) + mostWords, lastId + 1);
  return positionOf(id) === position ? id : undefined;
};
/** The state that the item is encoded from. */
export const stateOfItem = (item: QueueItem): RealmState => ("signal" in item ? item.state : item.after);
/** Whether a client that has seen `afterId` is still to hear the item, or the rest of it. */
export const isAhead = (item: QueueItem, afterId: number): boolean =>
  "signal" in item ? item.eventId > afterId : item.position > heardUpTo(afterId);
/** The id that says that the client has heard it. */
export const endIdOf = (item: QueueItem): number =>
  "signal" in item ? item.eventId : lastWordIdAt(item.position);
/** The id that the client knows it by, if there is one thing to tell of it. */
export const idOf = (item: QueueItem): number => ("signal" in item ? item.eventId : eventIdAt(item.position));
