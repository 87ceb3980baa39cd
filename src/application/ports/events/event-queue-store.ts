import type { RealmId, UserId } from "../../../domain/ids";
import type { EventQueue } from "../../../domain/queues/event-queue";

/** Names a queue. */
export interface QueueName {
  readonly realmId: RealmId;
  readonly id: string;
}

/** A queue's acknowledged position, its client's last request, and the server start it heard from. */
export interface SeenQueue
  extends QueueName,
    Pick<EventQueue, "acknowledged" | "lastSeenAt" | "heardRunOf" | "heardWebBuild"> {}

/** Limits on all queues of some users together. */
export interface QueueLimits {
  readonly count: number;
  /** Total length of their narrows, as JSON. Queues without a narrow don't count. */
  readonly narrowBytes: number;
}

/** Stores queues across restarts. */
export interface EventQueueStore {
  /**
   * Adds a queue, and deletes queues of these users beyond the limits, the least recently polled first. Returns the ids of those
   * that it deleted.
   */
  add(
    realmId: RealmId,
    queue: EventQueue,
    userIds: readonly UserId[],
    most: QueueLimits,
  ): Promise<readonly string[]>;
  find(realmId: RealmId, id: string): Promise<EventQueue | undefined>;
  remove(realmId: RealmId, id: string): Promise<void>;
  /** Records how far clients have come; never moves a queue back. Returns those that no longer exist. */
  touch(seen: readonly SeenQueue[]): Promise<readonly QueueName[]>;
  /** Deletes at most `limit` queues of any realm that idled beyond their timeout, and returns them. */
  removeIdle(now: number, limit: number): Promise<readonly QueueName[]>;
}
