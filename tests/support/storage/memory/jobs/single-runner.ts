import type { SingleRunner } from "../../../../../src/application/ports/jobs/single-runner";
import type { MemoryStorage } from "../storage";

export const memorySingleRunner = (storage: MemoryStorage): SingleRunner => ({
  ifFree: async (name, work) => {
    if (storage.running.has(name)) return false;
    storage.running.add(name);
    try {
      await work();
      return true;
    } finally {
      storage.running.delete(name);
    }
  },
});
