import { hasCitus } from "./by-realm";
import { query, run, type Sql } from "./rows";

/**
 * Tables that are whole on every node of Citus, and why. A table that is in neither list is distributed by `realm_id`: all rows of
 * a realm are on one node, and a statement that names the realm as a constant runs there.
 */
export const referenceTables: Readonly<Record<string, string>> = {
  realms: "Found by subdomain, without knowing a realm; read beside the realm's rows; seldom changed.",
  relayed_realms: "A short list of realms, always read whole.",
};

/** Tables of the coordinator alone, and why. No statement may use one together with a distributed table. */
export const coordinatorTables: Readonly<Record<string, string>> = {
  jobs: "Each claim looks for due jobs of all realms, and locks them.",
  throttles: "Its keys name networks and accounts, not realms, and a crash may empty it.",
  backfills: "A short list, read when a node starts.",
  files_folder: "One row, read by a node that stores files on disk.",
  database_history: "One row, read when a node starts and every few seconds.",
  secret_check: "One row, read when a node starts.",
  parley_migrations: "Knex's own.",
  parley_migrations_lock: "Knex's own.",
};

/**
 * A table of the coordinator that Citus knows. It stays empty. Citus commits in two phases what changes tables that it knows on several
 * nodes. It doesn't notice the tables above.
 */
export const twoPhaseTable = "two_phase_commits";

/**
 * Lets a transaction on Citus change the coordinator's tables and a realm's rows together or not at all. Otherwise the realm's node
 * commits first, and a crash of the coordinator right then would lose its part.
 */
export const commitInTwoPhases = (sql: Sql): Promise<void> =>
  run(sql, `DELETE FROM ${twoPhaseTable} WHERE id = 0`, []);

/** The table whose shards all others are placed with. */
export const firstTable = "realm_heads";

/** Functions that Citus runs on the node of the realm that their argument names. */
const calledFunctions = [
  "append_messages(integer, bigint, bigint, bigint, bigint, json, json)",
  "add_event_queues(integer, json, json)",
];

export interface Distribution {
  readonly distributed: readonly string[];
  readonly referenced: readonly string[];
}

/** The tables that Citus manages; undefined where the database has no Citus. */
const currentDistribution = async (sql: Sql): Promise<ReadonlySet<string> | undefined> => {
  if (!(await hasCitus(sql))) return undefined;
  const rows = await query<{ name: string }>(
    sql,
    "SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition",
    [],
  );
  return new Set(rows.map(({ name }) => name));
};

const distributable = async (sql: Sql): Promise<readonly string[]> => {
  const rows = await query<{ name: string }>(
    sql,
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'realm_id' AND NOT a.attisdropped
     WHERE pg_table_is_visible(c.oid) AND c.relkind = 'r' ORDER BY c.relname`,
    [],
  );
  const names = rows
    .map(({ name }) => name)
    .filter((name) => !(name in referenceTables) && !(name in coordinatorTables));
  return [firstTable, ...names.filter((name) => name !== firstTable)];
};

/**
 * Places all tables on the nodes of Citus, except tables that are placed already. Each table takes one statement that
 * commits alone, so the command can be run again after a failure.
 */
export const distribute = async (sql: Sql): Promise<Distribution> => {
  const placed = await currentDistribution(sql);
  if (placed === undefined)
    throw new Error(
      "The database has no Citus. Install it on every node, and run CREATE EXTENSION citus in this database first",
    );
  const referenced = Object.keys(referenceTables).filter((name) => !placed.has(name));
  for (const name of referenced) await query(sql, "SELECT create_reference_table(?::regclass)", [name]);
  const distributed = (await distributable(sql)).filter((name) => !placed.has(name));
  for (const name of distributed)
    await query(sql, "SELECT create_distributed_table(?::regclass, 'realm_id', colocate_with => ?)", [
      name,
      name === firstTable ? "none" : firstTable,
    ]);
  if (!placed.has(twoPhaseTable)) {
    await run(sql, `CREATE TABLE IF NOT EXISTS ${twoPhaseTable} (id integer PRIMARY KEY)`, []);
    await query(sql, "SELECT citus_add_local_table_to_metadata(?::regclass)", [twoPhaseTable]);
  }
  for (const called of calledFunctions)
    await query(sql, "SELECT create_distributed_function(?::regprocedure, 'of_realm', colocate_with => ?)", [
      called,
      firstTable,
    ]);
  return { distributed, referenced };
};

/** Places tables that a migration created, if the others are distributed. */
export const distributeNew = async (sql: Sql): Promise<void> => {
  if ((await currentDistribution(sql))?.has(firstTable)) await distribute(sql);
};
