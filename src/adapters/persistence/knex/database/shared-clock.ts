import type { Knex } from "knex";
import type { SharedClock } from "../../../../application/ports/system/shared-clock";
import { query } from "./rows";

export const knexSharedClock = (db: Knex): SharedClock => ({
  now: async () => {
    const [row] = await query<{ time: number }>(
      db,
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS time",
      [],
    );
    if (row === undefined) throw new Error("The database returned no time");
    return row.time;
  },
});
