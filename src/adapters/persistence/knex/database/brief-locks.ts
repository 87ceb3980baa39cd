import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { codeOf } from "../../../../domain/codec/caught";

/** How long an upgrade insists on a lock that another session holds. Times are in milliseconds. */
interface LockPatience {
  /** While a statement waits for a table's lock, everybody else who needs the table queues behind it. */
  readonly wait: number;
  /** During the pause, queued statements run. */
  readonly pause: number;
  readonly attempts: number;
}

/** Autovacuum yields to a session that has waited for `deadlock_timeout`, a second by default. Altogether ten minutes. */
const usualPatience: LockPatience = { wait: 2000, pause: 3000, attempts: 120 };

export interface UpgradeOptions {
  readonly ending?: AbortSignal | undefined;
  readonly patience?: LockPatience;
  /** Receives a line for operators when the upgrade takes long, and why. */
  readonly warn?: ((line: string) => void) | undefined;
}

const lockNotAvailable = "55P03";
const deadlockDetected = "40P01";

const lacksLock = (error: unknown): boolean =>
  [lockNotAvailable, deadlockDetected].includes(codeOf(error) ?? "");

/**
 * Runs a step of an upgrade in a transaction that waits briefly for locks, and again after a pause if it didn't get them. `what`
 * names the step.
 */
export const withBriefLocks = async <Answer>(
  db: Knex,
  what: string,
  work: (trx: Knex.Transaction) => Promise<Answer>,
  { ending, patience = usualPatience, warn = () => {} }: UpgradeOptions,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    let waiting = "";
    try {
      return await db.transaction(async (trx) => {
        trx.on("query-error", (_error: Error, { sql }: { readonly sql: string }) => {
          waiting ||= sql.trim().replace(/\s+/g, " ");
        });
        await trx.raw(`SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${patience.wait}`);
        return await work(trx);
      });
    } catch (error) {
      if (!lacksLock(error)) throw error;
      if (attempt === patience.attempts)
        throw new Error(
          `${what} gave up after ${attempt} attempts, because another session holds a lock that it needs: ${waiting}. ` +
            "Look for long transactions, such as a dump, in pg_stat_activity, and start again once they have ended. " +
            "Steps before this one have finished, and this one has changed nothing",
        );
      if (attempt === 1) warn(`${what} waits for a lock that another session holds: ${waiting}`);
      await sleep(patience.pause, undefined, { ...(ending && { signal: ending }) });
    }
  }
};
