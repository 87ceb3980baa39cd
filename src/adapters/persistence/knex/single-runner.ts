import type { Knex } from "knex";
import type { SingleRunner } from "../../../application/ports/single-runner";
import { longestPause } from "./database";
import { query } from "./rows";

/**
 * By an advisory lock, which goes with its connection: a process that dies or freezes holds up nobody. The server ends
 * transactions in which nothing happens, so something happens in this one while the work goes on.
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
      // Where the connection is lost, the end of the transaction says so.
      const beat = setInterval(() => sql.raw("SELECT").catch(() => undefined), beatMilliseconds);
      try {
        await work();
        return true;
      } finally {
        clearInterval(beat);
      }
    }),
});
