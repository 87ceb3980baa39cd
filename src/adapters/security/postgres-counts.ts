import type { Knex } from "knex";
import type { SharedCounts } from "../../application/ports/system/shared-counts";
import { hashed } from "./hashed";

const keptMilliseconds = 120_000;

/** Throttle counts in PostgreSQL. One statement updates any number of them; a sweep deletes expired ones. */
export const postgresCounts = (db: Knex): SharedCounts => ({
  add: async (counts) => {
    const names = new Map([...counts.keys()].map((name) => [`calls:${hashed(name)}`, name]));
    // Ordered, so that no two nodes deadlock.
    const keys = [...names.keys()].sort();
    const { rows } = await db.raw<{ rows: readonly { readonly key: string; readonly points: number }[] }>(
      `INSERT INTO throttles (key, points, expire) SELECT key, points, ? FROM unnest(?::text[], ?::integer[]) AS added (key, points)
       ON CONFLICT (key) DO UPDATE SET points = throttles.points + excluded.points RETURNING key, points`,
      [Date.now() + keptMilliseconds, keys, keys.map((key) => counts.get(names.get(key) ?? "") ?? 0)],
    );
    return new Map(rows.map(({ key, points }) => [names.get(key) ?? "", points]));
  },
});
