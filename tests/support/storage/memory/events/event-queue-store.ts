import type {
  EventQueueStore,
  QueueName,
} from "../../../../../src/application/ports/events/event-queue-store";
import type { RealmId } from "../../../../../src/domain/ids";
import type { EventQueue } from "../../../../../src/domain/queues/event-queue";
import { sizeOf } from "../../../../../src/domain/users/user-list-limits";
import type { MemoryStorage } from "../storage";
import { frozenCopy } from "../tables";
import { insert } from "../users/unique";

export const memoryEventQueueStore = (storage: MemoryStorage): EventQueueStore => {
  const queuesOf = (realmId: RealmId): Map<string, EventQueue> => {
    const queues = storage.queues.get(realmId) ?? new Map<string, EventQueue>();
    storage.queues.set(realmId, queues);
    return queues;
  };

  return {
    add: async (realmId, queue, userIds, most) => {
      const queues = queuesOf(realmId);
      insert("queue", queues, queue.id, frozenCopy(queue));
      let bytes = 0;
      const beyond = [...queues.values()]
        .filter((queue) => userIds.includes(queue.userId))
        .sort((a, b) => b.lastSeenAt - a.lastSeenAt || (a.id < b.id ? -1 : 1))
        .filter(({ narrow }, place) => {
          if (narrow.length > 0) bytes += sizeOf(JSON.stringify(narrow));
          return place >= most.count || (narrow.length > 0 && bytes > most.narrowBytes);
        });
      for (const { id } of beyond) queues.delete(id);
      return beyond.map(({ id }) => id);
    },

    find: async (realmId, id) => queuesOf(realmId).get(id),

    remove: async (realmId, id) => {
      queuesOf(realmId).delete(id);
    },

    touch: async (seen) => {
      const gone: QueueName[] = [];
      for (const { realmId, id, acknowledged, lastSeenAt, heardRunOf, heardWebBuild } of seen) {
        const queue = queuesOf(realmId).get(id);
        if (queue === undefined) {
          gone.push({ realmId, id });
          continue;
        }
        const touched: EventQueue = {
          ...queue,
          acknowledged: Math.max(queue.acknowledged, acknowledged),
          lastSeenAt: Math.max(queue.lastSeenAt, lastSeenAt),
          ...((heardRunOf ?? -1) > (queue.heardRunOf ?? -1) && { heardRunOf, heardWebBuild }),
        };
        queuesOf(realmId).set(id, Object.freeze(touched));
      }
      return gone;
    },

    removeIdle: async (now, limit) => {
      const endOf = ({ lastSeenAt, idleTimeoutSeconds }: EventQueue) =>
        lastSeenAt + idleTimeoutSeconds * 1000;
      const idle = [...storage.queues]
        .flatMap(([realmId, queues]) => [...queues.values()].map((queue) => ({ realmId, queues, queue })))
        .filter(({ queue }) => endOf(queue) < now)
        .sort((a, b) => endOf(a.queue) - endOf(b.queue))
        .slice(0, limit);
      for (const { queues, queue } of idle) queues.delete(queue.id);
      return idle.map(({ realmId, queue: { id } }) => ({ realmId, id }));
    },
  };
};
