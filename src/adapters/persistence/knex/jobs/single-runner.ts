import type { Knex } from "knex";
import type { SingleRunner } from "../../../../application/ports/jobs/single-runner";
import { keepFromIdling, usualBeat } from "../database/keep-from-idling";
import { query } from "../database/rows";

/**
 * Holds an advisory lock, which ends with its connection: a process that dies or freezes holds up nobody.
 */
export const knexSingleRunner = (db: Knex, beatMilliseconds = usualBeat): SingleRunner => ({
  ifFree: (name, work) =>
    db.transaction(async (sql) => {
      const [lock] = await query<{ held: boolean }>(
        sql,
        "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS held",
        [`parley ${name}`],
      );
      if (!lock?.held) return false;
      const stop = keepFromIdling(sql, { beatMilliseconds });
      try {
        await work();
        return true;
      } finally {
        stop();
      }
    }),
});
