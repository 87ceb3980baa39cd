import type { EventQueueStore } from "../../../application/ports/event-queue-store";
import type { EventQueue } from "../../../domain/event-queue";
import type { MemoryStorage } from "./storage";
import { frozenCopy } from "./tables";
import { insert } from "./unique";

export const memoryEventQueueStore = (storage: MemoryStorage): EventQueueStore => {
  const queuesOf = (realmId: number): Map<string, EventQueue> => {
    const queues = storage.queues.get(realmId) ?? new Map<string, EventQueue>();
    storage.queues.set(realmId, queues);
    return queues;
  };

  return {
    add: async (realmId, queue) => insert("queue", queuesOf(realmId), queue.id, frozenCopy(queue)),

    find: async (realmId, id) => queuesOf(realmId).get(id),

    remove: async (realmId, id) => {
      queuesOf(realmId).delete(id);
    },

    touch: async (realmId, seen) => {
      for (const { id, acknowledged, lastSeenAt } of seen) {
        const queue = queuesOf(realmId).get(id);
        if (queue === undefined) continue;
        const touched: EventQueue = {
          ...queue,
          acknowledged: Math.max(queue.acknowledged, acknowledged),
          lastSeenAt: Math.max(queue.lastSeenAt, lastSeenAt),
        };
        queuesOf(realmId).set(id, Object.freeze(touched));
      }
    },

    removeIdle: async (realmId, now) => {
      const idle = [...queuesOf(realmId).values()]
        .filter(({ lastSeenAt, idleTimeoutSeconds }) => lastSeenAt + idleTimeoutSeconds * 1000 < now)
        .map(({ id }) => id);
      for (const id of idle) queuesOf(realmId).delete(id);
      return idle;
    },

    leastAcknowledged: async (realmId) => {
      const positions = [...queuesOf(realmId).values()].map(({ acknowledged }) => acknowledged);
      return positions.length === 0 ? undefined : Math.min(...positions);
    },
  };
};
