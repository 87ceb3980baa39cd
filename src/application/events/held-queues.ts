import { type EventQueue, eventIdAt, type QueueItem } from "../../domain/event-queue";

/** A queue with what its client has still to hear. */
export interface LiveQueue {
  readonly queue: EventQueue;
  readonly realmId: number;
  pending: QueueItem[];
  /** A position of the log. */
  acknowledged: number;
  /** The greatest id that the client has seen or was given. */
  lastId: number;
  lastSeenAt: number;
  /** Ends the wait of the one request that polls the queue. */
  wake: (() => void) | undefined;
}

/** A queue whose client has heard all that it acknowledged. */
export const liveQueue = (realmId: number, queue: EventQueue, now: number): LiveQueue => ({
  ...{ queue, realmId, pending: [], acknowledged: queue.acknowledged },
  lastId: eventIdAt(queue.acknowledged),
  lastSeenAt: now,
  wake: undefined,
});

/** The queues at this node, by their id and by whose they are. */
export class HeldQueues {
  private readonly byId = new Map<string, LiveQueue>();
  private readonly byRealm = new Map<number, Map<number, Set<LiveQueue>>>();

  get(id: string): LiveQueue | undefined {
    return this.byId.get(id);
  }

  all(): Iterable<LiveQueue> {
    return this.byId.values();
  }

  /** The queues of each user in the realm who has any here; undefined where nobody ever had. */
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
    this.byId.delete(live.queue.id);
    const users = this.byRealm.get(live.realmId);
    const own = users?.get(live.queue.userId);
    own?.delete(live);
    if (own?.size === 0) users?.delete(live.queue.userId);
    live.wake?.();
  }

  dropById(id: string): void {
    const live = this.byId.get(id);
    if (live) this.drop(live);
  }
}
