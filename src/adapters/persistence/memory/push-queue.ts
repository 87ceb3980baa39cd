import type { PushQueue } from "../../../application/ports/push-queue";
import { changeTablesIf, type MemoryStorage } from "./storage";
import { frozenCopy } from "./tables";

export const memoryPushQueue = (storage: MemoryStorage): PushQueue => ({
  concerns: async (realmId) => {
    const tables = storage.realms.get(realmId);
    if (tables === undefined) return false;
    const { state, pushQueue, pushPosition, head } = tables;
    const isBehind = pushPosition !== undefined && pushPosition < head.position;
    return state.pushDevices.size + pushQueue.size > 0 || isBehind;
  },

  position: async (realmId) => storage.realms.get(realmId)?.pushPosition,

  advance: (realmId, from, to, planned) =>
    changeTablesIf(storage, realmId, (tables) => {
      if (tables.pushPosition !== from) return false;
      tables.pushPosition = to;
      for (const { job, dueAt } of planned)
        tables.pushQueue.set(Math.max(0, ...tables.pushQueue.keys()) + 1, {
          ...{ job: frozenCopy(job), dueAt, failures: 0 },
        });
      return true;
    }),

  due: async (realmId, now, limit) =>
    [...(storage.realms.get(realmId)?.pushQueue ?? [])]
      .filter(([, { dueAt }]) => dueAt <= now)
      .sort(([a, one], [b, other]) => one.dueAt - other.dueAt || a - b)
      .slice(0, limit)
      .map(([id, { job, failures }]) => ({ id: String(id), job, failures })),

  remove: async (realmId, id) => {
    await changeTablesIf(storage, realmId, ({ pushQueue }) => pushQueue.delete(Number(id)));
  },

  postpone: async (realmId, id, dueAt, job) => {
    await changeTablesIf(storage, realmId, ({ pushQueue }) => {
      const row = pushQueue.get(Number(id));
      if (row) pushQueue.set(Number(id), { job: frozenCopy(job), dueAt, failures: row.failures + 1 });
      return true;
    });
  },
});
