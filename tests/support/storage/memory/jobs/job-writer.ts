import type { RealmId } from "../../../../../src/domain/ids";
import { isWithdrawal, type JobKind, type JobOrder } from "../../../../../src/domain/jobs/job";
import type { MemoryStorage, StoredJob } from "../storage";

/** The job that waits under a key. */
export const waitingUnder = (
  { jobs }: MemoryStorage,
  realmId: RealmId,
  kind: JobKind,
  key: string,
): StoredJob | undefined =>
  [...jobs.values()].find(
    (job) =>
      job.realmId === realmId &&
      job.kind === kind &&
      job.key === key &&
      job.leasedUntil === undefined &&
      job.buried === undefined,
  );

/** Carries job orders out. */
export const writeJobs = (storage: MemoryStorage, realmId: RealmId, orders: readonly JobOrder[]): void => {
  for (const order of orders) {
    const key = isWithdrawal(order) ? order.withdraws : order.key;
    const waiting = key === undefined ? undefined : waitingUnder(storage, realmId, order.kind, key);
    if (isWithdrawal(order)) {
      if (waiting) storage.jobs.delete(waiting.id);
    } else if (waiting === undefined || order.replaces) {
      const id = waiting?.id ?? storage.newJobId();
      storage.jobs.set(id, Object.freeze({ ...order, realmId, id, attempts: 0, failures: 0, crashes: 0 }));
    }
  }
};
