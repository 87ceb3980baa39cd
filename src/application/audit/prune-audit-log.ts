import { millisecondsIn } from "../../domain/units/time";
import { Pace } from "../admission/pace";
import type { AuditLog } from "../ports/realm/audit-log";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly auditLog: Pick<AuditLog, "removeBefore">;
  readonly clock: Clock;
  /** Days until entries expire; 0 for never. */
  readonly auditDays: number;
}

const batchSize = 1000;

/** Deletes expired entries from the audit logs of all realms, batch by batch. */
export const pruneAuditLog =
  ({ auditLog, clock, auditDays }: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    if (auditDays === 0) return;
    const before = clock.now() - auditDays * millisecondsIn.day;
    const pace = new Pace(stopping);
    while (!stopping?.aborted && (await auditLog.removeBefore(before, batchSize)) === batchSize)
      await pace.rest();
  };
