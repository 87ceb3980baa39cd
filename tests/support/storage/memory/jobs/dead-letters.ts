import { type DeadLetters, mostCounted } from "../../../../../src/application/ports/jobs/dead-letters";
import type { Clock } from "../../../../../src/application/ports/system/clock";
import { jobKinds } from "../../../../../src/domain/jobs/job";
import type { MemoryStorage, StoredJob } from "../storage";
import { writeJobs } from "./job-writer";

const readyAt = ({ dueAt, leasedUntil = 0 }: StoredJob): number => Math.max(dueAt, leasedUntil);

export const memoryDeadLetters = (storage: MemoryStorage, clock: Clock): DeadLetters => {
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

    standing: async (kinds) => {
      const now = clock.now();
      const waiting = all().filter(({ buried }) => buried === undefined);
      const isBehindAnother = ({ realmId, kind, lane }: StoredJob): boolean =>
        lane !== undefined &&
        waiting.some(
          (other) =>
            other.realmId === realmId &&
            other.kind === kind &&
            other.lane === lane &&
            other.leasedUntil !== undefined &&
            other.leasedUntil > now,
        );
      const newest = all()
        .filter(({ buried }) => buried !== undefined)
        .sort((a, b) => (b.buried?.at ?? 0) - (a.buried?.at ?? 0))
        .slice(0, mostCounted);
      return kinds.map((kind) => {
        const ready = waiting
          .filter((job) => job.kind === kind && readyAt(job) <= now && !isBehindAnother(job))
          .map(readyAt);
        const overdue = ready.length === 0 ? 0 : now - Math.min(...ready);
        return { kind, overdue, givenUp: newest.filter((job) => job.kind === kind).length };
      });
    },

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
