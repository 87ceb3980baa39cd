import {
  coordinatorTables,
  distribute,
  referenceTables,
} from "../../../src/adapters/persistence/knex/database/distribution";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { standInForCitus } from "../../support/storage/distribution/stand-in";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

const asked = async <Row>(text: string): Promise<readonly Row[]> => (await database.db.raw(text)).rows;

const namesOf = async (text: string): Promise<readonly string[]> =>
  (await asked<{ name: string }>(text)).map(({ name }) => name);

const isPlaced = (name: string): boolean => name in referenceTables || name in coordinatorTables;

const tables = "pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'";

describe("the catalog lets tables be distributed by realm", () => {
  test("each table has a realm, or is listed among those that aren't distributed", async () => {
    const withRealm = await namesOf(
      `SELECT c.relname AS name FROM pg_attribute a JOIN ${tables.replace("WHERE", "ON a.attrelid = c.oid WHERE")}
         AND a.attname = 'realm_id' AND a.attnotnull AND a.atttypid = 'integer'::regtype`,
    );
    const all = await namesOf(`SELECT c.relname AS name FROM ${tables}`);
    expect(all.filter((name) => !withRealm.includes(name) && !isPlaced(name))).toEqual([]);
    expect(
      Object.keys({ ...referenceTables, ...coordinatorTables }).filter((name) => !all.includes(name)),
    ).toEqual([]);
  });

  test("each primary key and unique index of a distributed table begins with the realm", async () => {
    const keys = await asked<{ name: string; table: string; first: string }>(
      `SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS "table", a.attname AS first
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
       LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] WHERE i.indisunique`,
    );
    const distributed = keys.filter(({ table }) => !isPlaced(table));
    expect(distributed.length).toBeGreaterThan(40);
    expect(distributed.filter(({ first }) => first !== "realm_id")).toEqual([]);
    const withKey = new Set(keys.map(({ table }) => table));
    expect(
      (await namesOf(`SELECT c.relname AS name FROM ${tables}`)).filter((name) => !withKey.has(name)),
    ).toEqual([]);
  });

  test("each foreign key stays within a realm, or points to a table that every node has", async () => {
    const keys = await asked<{ name: string; from: string; to: string; columns: readonly string[] }>(
      `SELECT k.conname AS name, k.conrelid::regclass::text AS "from", k.confrelid::regclass::text AS "to",
         (SELECT json_agg(a.attname) FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY(k.conkey)) AS columns
       FROM pg_constraint k WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`,
    );
    const strays = keys.filter(
      ({ from, to, columns }) => isPlaced(from) || to in coordinatorTables || !columns.includes("realm_id"),
    );
    expect(strays).toEqual([]);
  });
});

test("a database without Citus can't be distributed", async () => {
  await expect(distribute(database.db)).rejects.toThrow(
    /^The database has no Citus\. Install it on every node/,
  );
});

describe("distributing", () => {
  let calls: () => Promise<readonly string[]>;
  beforeAll(async () => {
    calls = (await standInForCitus(database.db)).calls;
  });

  test("places each table once, those of realms together, and leaves the coordinator its own", async () => {
    const { distributed, referenced } = await distribute(database.db);
    expect(referenced).toEqual(["realms", "relayed_realms"]);
    expect(distributed[0]).toBe("realm_heads");
    expect(distributed).toEqual(expect.arrayContaining(["events", "messages", "users", "sessions"]));
    expect(distributed.filter((name) => isPlaced(name))).toEqual([]);
    expect(await calls()).toEqual([
      "reference realms",
      "reference relayed_realms",
      "table realm_heads by realm_id with none",
      ...distributed.slice(1).map((name) => `table ${name} by realm_id with realm_heads`),
      "known two_phase_commits",
      "function append_messages by of_realm with realm_heads",
      "function add_event_queues by of_realm with realm_heads",
    ]);
  });

  test("does nothing to tables that are placed", async () => {
    const before = await calls();
    expect(await distribute(database.db)).toEqual({ distributed: [], referenced: [] });
    expect((await calls()).slice(before.length)).toEqual([
      "function append_messages by of_realm with realm_heads",
      "function add_event_queues by of_realm with realm_heads",
    ]);
  });

  test("a migration's new table is placed with the others", async () => {
    await database.db.raw(
      "CREATE TABLE novelties (realm_id integer NOT NULL, id bigint, PRIMARY KEY (realm_id, id))",
    );
    await migrate(database.db);
    expect(await calls()).toContain("table novelties by realm_id with realm_heads");
  });
});
