import {
  deadLetterMilliseconds,
  type JobClaim,
  type JobDemand,
  type JobQueue,
} from "../../../../../src/application/ports/jobs/job-queue";
import type { Clock } from "../../../../../src/application/ports/system/clock";
import { type ShareCount, sharePlaces } from "../../../../../src/domain/jobs/share-places";
import type { MemoryStorage, StoredJob } from "../storage";
import { frozenCopy } from "../tables";
import { waitingUnder, writeJobs } from "./job-writer";

const readyAt = ({ dueAt, leasedUntil = 0 }: StoredJob): number => Math.max(dueAt, leasedUntil);
const byReadiness = (a: StoredJob, b: StoredJob): number => readyAt(a) - readyAt(b) || a.id - b.id;
const byDueTime = (a: StoredJob, b: StoredJob): number => a.dueAt - b.dueAt || a.id - b.id;

const unleased = ({ leasedUntil: _, ...job }: StoredJob): StoredJob => job;

const sameShare = (
  a: Pick<StoredJob, "realmId" | "share">,
  b: Pick<StoredJob, "realmId" | "share">,
): boolean => a.realmId === b.realmId && (a.share ?? "") === (b.share ?? "");

/** The jobs to begin of those that may. */
const chosen = ({ limit, sharing }: JobDemand, free: readonly StoredJob[]): readonly StoredJob[] => {
  if (sharing === undefined) return free.slice(0, limit);
  const firsts = free.filter((job, index) => free.findIndex((one) => sameShare(one, job)) === index);
  const waiting = firsts.map(({ realmId, share = "" }): ShareCount => {
    const count = free.filter((one) => sameShare(one, { realmId, share })).length;
    return { realmId, share, count };
  });
  return sharePlaces(limit, sharing, waiting).flatMap((given) =>
    free.filter((one) => sameShare(one, given)).slice(0, given.count),
  );
};

/** Each call is one turn of the event loop, which makes it a transaction. */
export const memoryJobQueue = (storage: MemoryStorage, clock: Clock): JobQueue => {
  const { jobs } = storage;
  const alive = (): readonly StoredJob[] => [...jobs.values()].filter(({ buried }) => buried === undefined);

  /** A job may be taken unless another one of its lane is under way, or due before it. */
  const isFree = (job: StoredJob): boolean => {
    if (job.lane === undefined || job.leasedUntil !== undefined) return true;
    const { realmId, kind, lane } = job;
    const others = alive().filter((one) => one.realmId === realmId && one.kind === kind && one.lane === lane);
    return others.every((other) => other.leasedUntil === undefined && byDueTime(other, job) >= 0);
  };

  const mine = ({ id, attempts }: JobClaim): StoredJob | undefined => {
    const job = jobs.get(id);
    const isMine = job?.attempts === attempts && job.leasedUntil !== undefined;
    return isMine && job.buried === undefined ? job : undefined;
  };

  const isReady = ({ dueAt, leasedUntil = 0 }: StoredJob, now: number): boolean =>
    dueAt <= now && leasedUntil <= clock.now();

  const put = (job: StoredJob): void => {
    jobs.set(job.id, Object.freeze(job));
  };

  /** If another job waits under the same key by now, this one loses the key, and both run. */
  const giveBack = (job: StoredJob): void => {
    const { key, ...rest } = unleased(job);
    const isTaken = key !== undefined && waitingUnder(storage, job.realmId, job.kind, key) !== undefined;
    put(isTaken || key === undefined ? rest : { ...rest, key });
  };

  return {
    claim: async (demands, now, lease) => {
      const leasedUntil = clock.now() + lease;
      const claimed: StoredJob[] = [];
      for (const demand of demands) {
        const free = alive()
          .filter((one) => one.kind === demand.kind && isReady(one, now) && isFree(one))
          .sort(byReadiness);
        for (const job of chosen(demand, free)) {
          const crashes = job.crashes + (job.leasedUntil === undefined ? 0 : 1);
          const mine = { ...job, leasedUntil, crashes, attempts: job.attempts + 1 };
          put(mine);
          claimed.push(mine);
        }
      }
      return claimed
        .sort(byDueTime)
        .map(({ realmId, id, kind, lane, payload, attempts, failures, crashes, dueAt, share, origin }) => ({
          realmId,
          id,
          kind,
          lane: lane ?? null,
          payload,
          attempts,
          failures,
          crashes,
          dueAt,
          share: share ?? "",
          ...(origin !== undefined && { origin }),
        }));
    },

    extend: async (claims, lease) => {
      const leasedUntil = clock.now() + lease;
      for (const claim of claims) {
        const job = mine(claim);
        if (job) put({ ...job, leasedUntil });
      }
    },

    complete: async (claim, next) => {
      if (mine(claim) === undefined) return;
      jobs.delete(claim.id);
      writeJobs(storage, claim.realmId, next.map(frozenCopy));
    },

    postpone: async (claim, { dueAt, payload }) => {
      const job = mine(claim);
      if (job === undefined) return;
      const left = payload === undefined ? job.payload : frozenCopy(payload);
      giveBack({ ...job, dueAt, failures: job.failures + 1, payload: left });
    },

    release: async (claims) => {
      for (const claim of claims) {
        const job = mine(claim);
        if (job) giveBack(job);
      }
    },

    bury: async (claim, at, error) => {
      const job = mine(claim);
      if (job) put({ ...unleased(job), failures: job.failures + 1, buried: { at, error } });
      for (const { id, buried } of jobs.values())
        if (buried && buried.at < at - deadLetterMilliseconds) jobs.delete(id);
    },

    nextDueAt: async (kinds) => {
      const times = alive()
        .filter(({ kind }) => kinds.includes(kind))
        .map(readyAt);
      return times.length === 0 ? undefined : Math.min(...times);
    },
  };
};
