import type { DeadLetters } from "../../../../../src/application/ports/jobs/dead-letters";
import { jobKinds } from "../../../../../src/domain/jobs/job";
import type { MemoryStorage, StoredJob } from "../storage";
import { writeJobs } from "./job-writer";

export const memoryDeadLetters = (storage: MemoryStorage): DeadLetters => {
  const all = (): readonly StoredJob[] => [...storage.jobs.values()];
  return {
    waiting: async () =>
      [...jobKinds].sort().flatMap((kind) => {
        const jobs = all().filter((job) => job.kind === kind && job.buried === undefined);
        if (jobs.length === 0) return [];
        const failing = jobs.filter(({ failures }) => failures > 0).length;
        const firstDueAt = Math.min(...jobs.map(({ dueAt }) => dueAt));
        return [{ kind, count: jobs.length, failing, firstDueAt }];
      }),

    list: async (limit) =>
      all()
        .flatMap(({ realmId, id, kind, failures, buried }) =>
          buried ? [{ realmId, id, kind, failures, error: buried.error, buriedAt: buried.at }] : [],
        )
        .sort((a, b) => b.buriedAt - a.buriedAt || b.id - a.id)
        .slice(0, limit),

    retry: async (which, dueAt) => {
      const chosen = all().filter(
        (job) =>
          job.buried &&
          ("id" in which ? job.id === which.id && job.realmId === which.realmId : job.kind === which.kind),
      );
      for (const { realmId, id, kind, payload, key, lane, share, isSecret } of chosen) {
        storage.jobs.delete(id);
        const again = {
          kind,
          payload,
          dueAt,
          ...(key !== undefined && { key }),
          ...(lane !== undefined && { lane }),
          ...(share !== undefined && { share }),
          ...(isSecret !== undefined && { isSecret }),
        };
        writeJobs(storage, realmId, [again]);
      }
      return chosen.length;
    },

    remove: async ({ realmId, id }) => {
      const job = storage.jobs.get(id);
      return job?.buried !== undefined && job.realmId === realmId && storage.jobs.delete(id);
    },
  };
};
