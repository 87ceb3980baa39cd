import type { Knex } from "knex";
import type { SingleRunner } from "../../../application/ports/single-runner";
import { query } from "./rows";

/** By an advisory lock, which goes with its connection: a process that dies holds up nobody. */
export const knexSingleRunner = (db: Knex): SingleRunner => ({
  ifFree: (name, work) =>
    db.transaction(async (sql) => {
      const [lock] = await query<{ held: boolean }>(
        sql,
        "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS held",
        [`parley ${name}`],
      );
      if (!lock?.held) return false;
      await work();
      return true;
    }),
});
