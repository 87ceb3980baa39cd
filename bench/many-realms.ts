import type { Knex } from "knex";
import { openDatabase } from "../src/adapters/persistence/knex/database/database";
import { derivedApiKeys } from "../src/adapters/security/api-keys";
import { serverSecret } from "../src/adapters/security/server-secret";
import { type Storage, storageOf } from "../src/composition/adapters/storage";
import type { Config } from "../src/config/config";
import type { Person } from "./seed";

interface Column {
  readonly table: string;
  readonly name: string;
}

/** The columns of each table whose rows belong to a realm, except those that PostgreSQL generates. */
const columnsByTable = async (db: Knex): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await db.raw<{ rows: readonly Column[] }>(
    `SELECT c.table_name AS table, c.column_name AS name FROM information_schema.columns c
     WHERE c.table_schema = current_schema() AND c.is_identity = 'NO' AND c.is_generated = 'NEVER'
       AND EXISTS (SELECT FROM information_schema.columns r WHERE r.table_schema = c.table_schema
         AND r.table_name = c.table_name AND r.column_name = 'realm_id')
     ORDER BY c.table_name, c.ordinal_position`,
  );
  const tables = new Map<string, string[]>();
  for (const { table, name } of rows) tables.set(table, [...(tables.get(table) ?? []), name]);
  return tables;
};

/** Makes `count` copies of a realm with all its rows, at the subdomains copy-1, copy-2 and so on. */
export const copyRealm = async (db: Knex, realmId: number, count: number): Promise<readonly number[]> => {
  const { rows } = await db.raw<{ rows: readonly { readonly id: number }[] }>(
    `INSERT INTO realms SELECT (json_populate_record(r, json_build_object(
       'id', nextval('realms_id_seq'), 'subdomain', 'copy-' || copy, 'uuid', gen_random_uuid()))).*
     FROM realms r, generate_series(1, ?::integer) copy WHERE r.id = ? RETURNING id`,
    [count, realmId],
  );
  const ids = rows.map(({ id }) => id);
  for (const [table, columns] of await columnsByTable(db)) {
    const own = columns.filter((name) => name !== "realm_id");
    await db.raw(
      `INSERT INTO ${table} (${["realm_id", ...own].join(", ")}) SELECT ${["copy", ...own].join(", ")}
       FROM ${table}, unnest(?::integer[]) copy WHERE realm_id = ?`,
      [ids, realmId],
    );
  }
  return ids;
};

/** Copies a realm, and counts rows for the planner, without the server's limits for statements, which are for requests. */
export const copyPatiently = async (
  { connection }: Pick<Storage, "connection">,
  realmId: number,
  count: number,
): Promise<readonly number[]> => {
  const db = openDatabase(connection, { poolSize: 1, statementsWithin: 0 });
  try {
    const ids = await copyRealm(db, realmId, count);
    await db.raw("ANALYZE");
    return ids;
  } finally {
    await db.destroy();
  }
};

export interface Realm {
  readonly id: number;
  readonly people: readonly [Person, ...Person[]];
}

/** Copies the only organization of a database, which no server uses, and finds the people of the copies. */
export const realmCopies = async (
  config: Config,
  { realmId, people }: { readonly realmId: number; readonly people: readonly Person[] },
  count: number,
): Promise<readonly Realm[]> => {
  const storage = storageOf(config, { log: () => {}, mayUseRunningServer: false });
  await storage.start();
  try {
    const keys = derivedApiKeys(config.secret ?? serverSecret(config.dataDir));
    const ids = await copyPatiently(storage, realmId, count);
    return ids.map((id, index) => ({
      id,
      people: people.map((person) => ({
        ...person,
        apiKey: keys.keyOf(id, person.id, 1),
        host: `copy-${index + 1}.bench.test`,
      })) as [Person, ...Person[]],
    }));
  } finally {
    await storage.stop();
  }
};
