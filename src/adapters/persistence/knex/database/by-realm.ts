import type { Knex } from "knex";
import type { RealmId } from "../../../../domain/ids";
import { type Columns, query, run, type Sql } from "./rows";

const known = new WeakMap<Sql, Promise<boolean>>();

/** Whether the database is a Citus coordinator. Not cached, because it may become one at any time. */
export const hasCitus = async (sql: Sql): Promise<boolean> => {
  const [row] = await query<{ has: boolean }>(
    sql,
    "SELECT to_regclass('pg_dist_partition') IS NOT NULL AS has",
    [],
  );
  return row?.has ?? false;
};

/** Whether the database is on Citus, asked once per pool. */
export const isOnCitus = (sql: Sql): Promise<boolean> => {
  const asked =
    known.get(sql) ??
    hasCitus(sql).catch((error) => {
      known.delete(sql);
      throw error;
    });
  known.set(sql, asked);
  return asked;
};

/**
 * Runs work that changes rows of many realms: at once, or on Citus realm by realm. A statement that changes several nodes' rows may
 * neither lock nor limit them there.
 */
export const inRealms = async <Answer>(
  sql: Sql,
  realmIds: readonly RealmId[],
  work: (realmIds: readonly RealmId[], before: readonly Answer[]) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> => {
  const distinct = [...new Set(realmIds)];
  if (distinct.length === 0) return [];
  const batches = (await isOnCitus(sql)) ? distinct.map((realmId) => [realmId]) : [distinct];
  const answers: Answer[] = [];
  for (const batch of batches) answers.push(...(await work(batch, answers)));
  return answers;
};

/**
 * Runs a query over all realms with subqueries that end at a limit. Citus refuses these unless it
 * knows that all their rows are on one node, which they are if each subquery compares `realm_id` with the outer row's.
 */
export const queryPerRealm = async <Row extends Columns<Row>>(
  db: Knex,
  text: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<readonly Row[]> =>
  (await isOnCitus(db))
    ? db.transaction(async (sql) => {
        await run(sql, "SET LOCAL citus.subquery_pushdown = on", []);
        return query<Row>(sql, text, bindings);
      })
    : query<Row>(db, text, bindings);

/** The rows to remove once they are old. */
interface OldRows {
  readonly table: string;
  /** The expression that orders rows from the oldest on, as in an index. */
  readonly age: string;
  /** Rows with a lower `age` are removed. */
  readonly before: number;
  readonly limit: number;
}

/**
 * Removes the oldest rows of any realms. `remove` gets the ids of their realms and the row limit. Returns its result.
 */
export const removeOldest = async <Gone>(
  sql: Sql,
  { table, age, before, limit }: OldRows,
  remove: (realmIds: readonly RealmId[], limit: number) => Promise<readonly Gone[]>,
): Promise<readonly Gone[]> => {
  const oldest = await query<{ realm_id: RealmId }>(
    sql,
    `SELECT realm_id FROM ${table} WHERE ${age} < ? ORDER BY ${age} LIMIT ?`,
    [before, limit],
  );
  return inRealms<Gone>(
    sql,
    oldest.map(({ realm_id }) => realm_id),
    (realmIds, gone) => remove(realmIds, limit - gone.length),
  );
};

/** Removes the oldest rows of any realms. Skips rows that another node has locked. Returns their keys. */
export const removeOld = (
  sql: Sql,
  old: OldRows,
): Promise<readonly { readonly realmId: RealmId; readonly id: number | string }[]> =>
  removeOldest(sql, old, async (realmIds, limit) => {
    const { table, age, before } = old;
    const rows = await query<{ realm_id: RealmId; id: number | string }>(
      sql,
      `WITH old AS (SELECT realm_id, id FROM ${table} WHERE realm_id = ANY(:realmIds) AND ${age} < :before
         ORDER BY ${age} LIMIT :limit FOR UPDATE SKIP LOCKED)
       DELETE FROM ${table} t USING old
       WHERE t.realm_id = ANY(:realmIds) AND t.realm_id = old.realm_id AND t.id = old.id RETURNING t.realm_id, t.id`,
      { realmIds, before, limit },
    );
    return rows.map(({ realm_id: realmId, id }) => ({ realmId, id }));
  });
