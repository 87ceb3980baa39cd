import { type EventQueue, eventIdAt, type QueueItem } from "../../domain/event-queue";
import type { RealmState } from "../../domain/realm-state";
import type { ServerRun } from "../../domain/server-run";
import type { SeenQueue } from "../ports/event-queue-store";

/** A queue with what its client has still to hear. */
export interface LiveQueue {
  readonly queue: EventQueue;
  readonly realmId: number;
  pending: QueueItem[];
  /**
   * Where reading of the log has come to, while that isn't its end: then new events come by reading on. Undefined for a
   * queue that is handed events as they happen.
   */
  readTo: RealmState | undefined;
  /** A position of the log. */
  acknowledged: number;
  /** The greatest id that the client has seen or was given. */
  lastId: number;
  /** Unix milliseconds. */
  lastSeenAt: number;
  /** The start of the server that its client last heard from, and the web client of that. */
  heardFrom: { readonly startedAt: number | null; readonly webBuild: ServerRun["webBuild"] };
  /** The id of the last announcement of a start that the client hasn't seen yet. */
  announcedUpTo: number | undefined;
  /** Ends the wait of the one request that polls the queue. */
  wake: (() => void) | undefined;
  /** How many polls it has had: the newest goes on, and ends the others. */
  polls: number;
  /** The reading that is under way. */
  reading: Promise<boolean> | undefined;
}

/** A queue whose client has heard everything up to a state, with nothing read after it. */
export const queueReadTo = (
  realmId: number,
  queue: EventQueue,
  readTo: RealmState,
  now: number,
): LiveQueue => ({
  queue,
  realmId,
  pending: [],
  readTo,
  acknowledged: readTo.position,
  lastId: eventIdAt(readTo.position),
  lastSeenAt: now,
  heardFrom: { startedAt: queue.heardRunOf, webBuild: queue.heardWebBuild },
  announcedUpTo: undefined,
  wake: undefined,
  polls: 0,
  reading: undefined,
});

/** What is to be stored of a queue at a time in Unix milliseconds. */
export const seenAt = (live: LiveQueue, now: number): SeenQueue => ({
  realmId: live.realmId,
  id: live.queue.id,
  acknowledged: live.acknowledged,
  lastSeenAt: live.wake ? now : live.lastSeenAt,
  heardRunOf: live.heardFrom.startedAt,
  heardWebBuild: live.heardFrom.webBuild,
});

/** The queues at this node, by their id and by whose they are. */
export class HeldQueues {
  private readonly byId = new Map<string, LiveQueue>();
  private readonly byRealm = new Map<number, Map<number, Set<LiveQueue>>>();

  get size(): number {
    return this.byId.size;
  }

  /** The queue of this id, if it is one of the realm's. */
  get(realmId: number, id: string): LiveQueue | undefined {
    const live = this.byId.get(id);
    return live?.realmId === realmId ? live : undefined;
  }

  all(): Iterable<LiveQueue> {
    return this.byId.values();
  }

  /** The queues of each user in the realm who has any here; undefined where nobody has. */
  byUser(realmId: number): ReadonlyMap<number, ReadonlySet<LiveQueue>> | undefined {
    return this.byRealm.get(realmId);
  }

  add(live: LiveQueue): void {
    this.byId.set(live.queue.id, live);
    const users = this.byRealm.get(live.realmId) ?? new Map<number, Set<LiveQueue>>();
    this.byRealm.set(live.realmId, users);
    users.set(live.queue.userId, (users.get(live.queue.userId) ?? new Set()).add(live));
  }

  /** Whoever polls it learns that it is gone, or reads it anew. */
  drop(live: LiveQueue): void {
    if (this.byId.get(live.queue.id) === live) this.byId.delete(live.queue.id);
    const users = this.byRealm.get(live.realmId);
    const queues = users?.get(live.queue.userId);
    queues?.delete(live);
    if (queues?.size === 0) users?.delete(live.queue.userId);
    if (users?.size === 0) this.byRealm.delete(live.realmId);
    live.wake?.();
  }

  /** Drops queues that are no more, of whatever realms: ids are unique across all of them. */
  dropAll(ids: readonly string[]): void {
    for (const id of ids) {
      const live = this.byId.get(id);
      if (live) this.drop(live);
    }
  }
}
