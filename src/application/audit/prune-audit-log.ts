import type { AuditLog } from "../ports/audit-log";
import type { Clock } from "../ports/clock";

interface Ports {
  readonly auditLog: Pick<AuditLog, "removeBefore">;
  readonly clock: Clock;
  /** For how long entries stay; 0 for all time. */
  readonly auditDays: number;
}

const dayMilliseconds = 86_400_000;
const batchSize = 1000;

/** Removes what is too old from the audit logs of all realms, a batch at a time. */
export const pruneAuditLog =
  ({ auditLog, clock, auditDays }: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    if (auditDays === 0) return;
    const before = clock.now() - auditDays * dayMilliseconds;
    while (!stopping?.aborted && (await auditLog.removeBefore(before, batchSize)) === batchSize);
  };
