import type { EventQueue } from "../../domain/event-queue";

/** Keeps queues through restarts. */
export interface EventQueueStore {
  add(realmId: number, queue: EventQueue): Promise<void>;
  find(realmId: number, id: string): Promise<EventQueue | undefined>;
  remove(realmId: number, id: string): Promise<void>;
  /** Records how far clients have come; never takes a queue back. */
  touch(
    realmId: number,
    seen: readonly Pick<EventQueue, "id" | "acknowledged" | "lastSeenAt">[],
  ): Promise<void>;
  /** Drops the queues that nobody asked for within their time. */
  removeIdle(realmId: number, now: number): Promise<readonly string[]>;
  /** The least acknowledged position of the realm's queues. */
  leastAcknowledged(realmId: number): Promise<number | undefined>;
}
