import type { EventCategory } from "../events/event";
import type { EventId, UserId } from "../ids";
import type { Narrow } from "../narrow/narrow";
import type { LogStep } from "../state/log-step";
import type { RealmState } from "../state/realm-state";
import type { Announcement, Signal } from "./signal";

/** What a client registered for. None of it changes. */
export interface RegisteredQueue {
  readonly id: string;
  readonly userId: UserId;
  /** Null accepts every category. */
  readonly categories: readonly EventCategory[] | null;
  /** Applies to messages only. */
  readonly narrow: Narrow;
  /** Also accepts messages of public channels that the user isn't subscribed to. */
  readonly allPublicChannels: boolean;
  /** How the client wants its events encoded; only the encoding adapter knows the keys. */
  readonly presentation: Readonly<Record<string, unknown>>;
  /** The log's position at registration: the initial state covers everything before it. */
  readonly startsAfter: number;
  /** The queue expires after this long without a request. */
  readonly idleTimeoutSeconds: number;
}

/** A client's place in the log of its realm. Any node can serve it, before and after a restart. */
export interface EventQueue extends RegisteredQueue {
  /** The client has everything up to this position, from events or from its initial state. */
  readonly acknowledged: number;
  /** Unix milliseconds. */
  readonly lastSeenAt: number;
  /**
   * Start time of the server process that last answered the client, in Unix seconds; null for an older
   * version.
   */
  readonly heardRunOf: number | null;
  /** The web client build that process served. */
  readonly heardWebBuild: string | null;
}

/** A signal with its id in one queue, and the realm's state at that time. */
export interface SignalItem {
  readonly eventId: EventId;
  readonly signal: Signal | Announcement;
  readonly state: RealmState;
}

/** An event of the log, or a signal. */
export type QueueItem = LogStep | SignalItem;

/**
 * Ids per log position. An event's id in a queue is its position times this, which leaves room for items
 * without a position, so that ids grow on every node and never repeat. The first half of the room is for the
 * entries of the event itself; signals and heartbeats use the rest.
 */
const roomBetweenPositions = 4096;
const mostEntries = roomBetweenPositions / 2;
const lastEntry = mostEntries - 1;
/** Half of the ids for signals and heartbeats: the log is extended before the other half is used up. */
const enoughSignals = (roomBetweenPositions - mostEntries) / 2;
/** The id of a log event for clients; ids between those of two positions belong to signals. */
export const eventIdAt = (position: number): number => position * roomBetweenPositions;
/** The log position of an id. */
export const positionOf = (eventId: EventId): number => Math.floor(eventId / roomBetweenPositions);
/**
 * The id of one of the entries that an event is encoded as. A single entry has the event's id. Of several,
 * the last has the last id of the event's share, so that an id shows whether its client has received all of
 * them. Where there are too many, the last of the others share one id.
 */
export const entryIdAt = (position: number, index: number, count: number): number => {
  const offset = index === count - 1 ? lastEntry : Math.min(index + 1, lastEntry - 1);
  return eventIdAt(position) + (count === 1 ? 0 : offset);
};
/** The position up to which a client that has seen this id has received everything. */
export const receivedUpTo = (eventId: EventId): number => {
  const position = positionOf(eventId);
  const offset = eventId - eventIdAt(position);
  return offset > 0 && offset < lastEntry ? position - 1 : position;
};
/**
 * Whether a client that has seen `afterId` still needs the entry. All entries that share an id are sent
 * again.
 */
export const isEntryUnseen = (entryId: EventId, afterId: EventId): boolean =>
  entryId > afterId || (entryId === afterId && !mayEndAt(entryId));
/**
 * Whether an answer may end with the entry, and the next one begin after it. Entries that share an id would be sent
 * again until the last entry of their event has been.
 */
export const mayEndAt = (entryId: EventId): boolean =>
  entryId - eventIdAt(positionOf(entryId)) !== lastEntry - 1;
/** The greatest id of the entries of the event at a position. */
export const lastEntryIdAt = (position: number): number => eventIdAt(position) + lastEntry;
/** The id of a signal or heartbeat at a position, after `lastId`; undefined if the room is used up. */
export const signalIdAt = (position: number, lastId: EventId): number | undefined => {
  const id = Math.max(eventIdAt(position) + mostEntries, lastId + 1);
  return positionOf(id) === position ? id : undefined;
};
/** Whether half of the ids for signals and heartbeats at the id's position are used up. */
export const isShortOfIds = (lastId: EventId): boolean =>
  lastId - eventIdAt(positionOf(lastId)) >= mostEntries + enoughSignals;
/** The state to encode the item from. */
export const stateOfItem = (item: QueueItem): RealmState => ("signal" in item ? item.state : item.after);
/** Whether a client that has seen `afterId` still needs the item, or some of its entries. */
export const isUnseen = (item: QueueItem, afterId: EventId): boolean =>
  "signal" in item ? item.eventId > afterId : item.position > receivedUpTo(afterId);
/** The id that shows that the client has received all of the item. */
export const endIdOf = (item: QueueItem): number =>
  "signal" in item ? item.eventId : lastEntryIdAt(item.position);
/** The item's id for clients, if it is a single entry. */
export const idOf = (item: QueueItem): number => ("signal" in item ? item.eventId : eventIdAt(item.position));
