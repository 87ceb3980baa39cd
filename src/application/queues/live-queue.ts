import { eventLength } from "../../domain/events/event-length";
import type { EventId, RealmId, UserId } from "../../domain/ids";
import {
  type EventQueue,
  eventIdAt,
  isUnseen,
  type QueueItem,
  type RegisteredQueue,
} from "../../domain/queues/event-queue";
import type { ServerRun } from "../../domain/realm/server-run";
import type { RealmState } from "../../domain/state/realm-state";
import type { SeenQueue } from "../ports/events/event-queue-store";
import { LongItems, longItem } from "./long-items";

/**
 * The most items that a queue holds in memory for its client. Events beyond that are read from the log again; signals are
 * lost.
 */
export const mostPending = 2000;

/** Most characters of events that a queue holds while its client isn't polling. Beyond that, it is dropped, and read again later. */
export const mostIdleLength = 1_000_000;

/** A queue with the items that its client hasn't acknowledged. */
export interface LiveQueue {
  readonly queue: RegisteredQueue;
  readonly realmId: RealmId;
  /** The length of the narrow as JSON, in characters. */
  readonly narrowLength: number;
  pending: QueueItem[];
  /** How many signals are in `pending`. */
  pendingSignals: number;
  /** The approximate total length of `pending`, in characters. */
  pendingLength: number;
  /** While `pendingLength` is at most this, the queue can't hold too much. */
  mayGrowTo: number;
  /** Counts its long items while the queue is in memory. */
  longItems: LongItems | undefined;
  /**
   * The state up to which the queue has read the log, while it still reads. Undefined once it receives events as they happen.
   */
  readTo: RealmState | undefined;
  /** The client has everything up to this log position. */
  acknowledged: number;
  /** The greatest id that was sent to the client. */
  lastId: EventId;
  /** Unix milliseconds. */
  lastSeenAt: number;
  /** The server start and web client build that the client last heard from. */
  heardFrom: { readonly startedAt: number | null; readonly webBuild: ServerRun["webBuild"] };
  /** The id of the last announcement of a restart that the client hasn't acknowledged. */
  announcedUpTo: number | undefined;
  /** Ends the wait of the request that polls the queue. */
  wake: (() => void) | undefined;
  /** Number of polls so far: the newest continues, and ends the others. */
  polls: number;
  /** The read in progress. */
  reading: Promise<boolean> | undefined;
  /** Whether it was deleted for good: its polls end with that refusal. */
  isEnded: boolean;
}

/** An up-to-date queue with nothing pending: its client has everything up to a state. */
export const queueReadTo = (
  realmId: RealmId,
  queue: EventQueue,
  readTo: RealmState,
  now: number,
): LiveQueue => ({
  queue,
  realmId,
  narrowLength: queue.narrow.length === 0 ? 0 : JSON.stringify(queue.narrow).length,
  pending: [],
  pendingSignals: 0,
  pendingLength: 0,
  mayGrowTo: mostIdleLength,
  longItems: undefined,
  readTo,
  acknowledged: readTo.position,
  lastId: eventIdAt(readTo.position),
  lastSeenAt: now,
  heardFrom: { startedAt: queue.heardRunOf, webBuild: queue.heardWebBuild },
  announcedUpTo: undefined,
  wake: undefined,
  polls: 0,
  reading: undefined,
  isEnded: false,
});

/** The approximate length of an item in characters. Signals are short. */
export const itemLength = (item: QueueItem): number => ("signal" in item ? 0 : eventLength(item.event));

/** Appends an item to those the client has not received yet. */
export const addItem = (live: LiveQueue, item: QueueItem, length = itemLength(item)): void => {
  live.pending.push(item);
  if ("signal" in item) live.pendingSignals += 1;
  live.pendingLength += length;
  live.longItems?.hold(item, length);
};

/** Whether the queue holds the event at a log position. Searches from the newest, where most lookups hit. */
export const holds = ({ pending }: LiveQueue, position: number): boolean => {
  for (let index = pending.length - 1; index >= 0; index -= 1) {
    const item = pending[index];
    const at = item === undefined || "signal" in item ? Number.POSITIVE_INFINITY : item.position;
    if (at <= position) return at === position;
  }
  return false;
};

/** Drops what the client has received. */
export const dropAcknowledged = (live: LiveQueue, afterId: EventId): void => {
  if (live.pending.length === 0) return;
  live.mayGrowTo = mostIdleLength;
  live.pending = live.pending.filter((item) => {
    const remains = isUnseen(item, afterId);
    if (!remains) {
      const length = itemLength(item);
      live.pendingLength -= length;
      if ("signal" in item) live.pendingSignals -= 1;
      live.longItems?.release(item, length);
    }
    return remains;
  });
};

/** What to store about a queue, at a time in Unix milliseconds. */
export const seenAt = (live: LiveQueue, now: number): SeenQueue => ({
  realmId: live.realmId,
  id: live.queue.id,
  acknowledged: live.acknowledged,
  lastSeenAt: live.wake ? now : live.lastSeenAt,
  heardRunOf: live.heardFrom.startedAt,
  heardWebBuild: live.heardFrom.webBuild,
});

/** The queues on this node, by id and by user. */
export class LocalQueues {
  private readonly byId = new Map<string, LiveQueue>();
  private readonly byRealm = new Map<RealmId, Map<UserId, Set<LiveQueue>>>();
  readonly longItems = new LongItems();

  get size(): number {
    return this.byId.size;
  }

  /** The queue with this id, if it belongs to the realm. */
  get(realmId: RealmId, id: string): LiveQueue | undefined {
    const live = this.byId.get(id);
    return live?.realmId === realmId ? live : undefined;
  }

  all(): Iterable<LiveQueue> {
    return this.byId.values();
  }

  /** The queues of each user in the realm who has any here; undefined if nobody has. */
  byUser(realmId: RealmId): ReadonlyMap<UserId, ReadonlySet<LiveQueue>> | undefined {
    return this.byRealm.get(realmId);
  }

  add(live: LiveQueue): void {
    this.byId.set(live.queue.id, live);
    live.longItems = this.longItems;
    for (const item of live.pending) this.longItems.hold(item, itemLength(item));
    const users = this.byRealm.get(live.realmId) ?? new Map<UserId, Set<LiveQueue>>();
    this.byRealm.set(live.realmId, users);
    users.set(live.queue.userId, (users.get(live.queue.userId) ?? new Set()).add(live));
  }

  /** The next poll reloads the queue, or finds that it is gone. */
  drop(live: LiveQueue): void {
    if (this.byId.get(live.queue.id) === live) this.byId.delete(live.queue.id);
    if (live.longItems && live.pendingLength > longItem)
      for (const item of live.pending) this.longItems.release(item, itemLength(item));
    live.longItems = undefined;
    const users = this.byRealm.get(live.realmId);
    const queues = users?.get(live.queue.userId);
    queues?.delete(live);
    if (queues?.size === 0) users?.delete(live.queue.userId);
    if (users?.size === 0) this.byRealm.delete(live.realmId);
    live.wake?.();
  }

  /** Drops a deleted queue. */
  end(live: LiveQueue): void {
    live.isEnded = true;
    this.drop(live);
  }
}
