import type { EventQueueStore } from "../../../src/application/ports/events/event-queue-store";
import type { RealmId } from "../../../src/domain/ids";
import type { EventQueue } from "../../../src/domain/queues/event-queue";

const plenty = { count: 10_000, narrowBytes: 1_000_000 };

/** Adds a queue to a user who may have many more. */
export const addQueue = async (
  store: Pick<EventQueueStore, "add">,
  realmId: RealmId,
  queue: EventQueue,
): Promise<void> => void (await store.add(realmId, queue, [queue.userId], plenty));
