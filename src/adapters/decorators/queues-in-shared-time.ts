import type { EventQueueStore } from "../../application/ports/events/event-queue-store";

/**
 * Stores the times of queues by the clock that all nodes share: whichever node deletes idle queues would take those of a node whose clock
 * is behind for abandoned. `ahead` says by how many milliseconds this process's clock is ahead of that one.
 */
export const queuesInSharedTime = (store: EventQueueStore, ahead: () => number): EventQueueStore => {
  const shared = (time: number): number => Math.round(time - ahead());
  return {
    ...store,
    add: (realmId, queue, userIds, most) =>
      store.add(realmId, { ...queue, lastSeenAt: shared(queue.lastSeenAt) }, userIds, most),
    touch: (seen) => store.touch(seen.map((queue) => ({ ...queue, lastSeenAt: shared(queue.lastSeenAt) }))),
    removeIdle: (now, limit) => store.removeIdle(shared(now), limit),
  };
};
