import type { Knex } from "knex";
import type { SingleRunner } from "../../../../application/ports/jobs/single-runner";
import { longestPause } from "../database/database";
import { query } from "../database/rows";

/**
 * Holds an advisory lock, which ends with its connection: a process that dies or freezes holds up nobody. The
 * server ends idle transactions, so this one runs a statement now and then while the work continues.
 */
export const knexSingleRunner = (db: Knex, beatMilliseconds = longestPause / 4): SingleRunner => ({
  ifFree: (name, work) =>
    db.transaction(async (sql) => {
      const [lock] = await query<{ held: boolean }>(
        sql,
        "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS held",
        [`parley ${name}`],
      );
      if (!lock?.held) return false;
      // Ignores failures: if the connection is lost, the end of the transaction fails.
      const beat = setInterval(() => sql.raw("SELECT").catch(() => undefined), beatMilliseconds);
      try {
        await work();
        return true;
      } finally {
        clearInterval(beat);
      }
    }),
});
