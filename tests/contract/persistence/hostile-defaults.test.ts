import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import {
  type ConnectionSettings,
  openDatabase,
} from "../../../src/adapters/persistence/knex/database/database";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { postgresBus } from "../../../src/adapters/wakeup/postgres-bus";
import type { RealmId } from "../../../src/domain/ids";
import { knexPersistence } from "../../support/storage/knex-persistence";
import type { Persistence } from "../../support/storage/persistence";
import { dropDatabase, inDatabase, onServer, publishedServer } from "../../support/storage/postgres-server";
import { everyContract } from "./every-contract";

/** What `ALTER DATABASE` or `ALTER ROLE` may have set for other programs. */
const defaults: Readonly<Record<string, string>> = {
  array_nulls: "off",
  bytea_output: "escape",
  datestyle: "SQL, DMY",
  default_toast_compression: "pglz",
  default_transaction_deferrable: "on",
  default_transaction_isolation: "serializable",
  enable_hashjoin: "off",
  enable_nestloop: "off",
  enable_sort: "off",
  extra_float_digits: "-15",
  gin_fuzzy_search_limit: "1",
  idle_in_transaction_session_timeout: "50ms",
  idle_session_timeout: "50ms",
  intervalstyle: "sql_standard",
  jit: "on",
  lock_timeout: "1ms",
  plan_cache_mode: "force_generic_plan",
  row_security: "off",
  standard_conforming_strings: "off",
  statement_timeout: "50ms",
  timezone: "America/St_Johns",
  transform_null_equals: "on",
  work_mem: "64kB",
};

let connection: ConnectionSettings;
let db: Knex;
let persistence: Persistence;
let version: number;
const { run, connection: server } = publishedServer();
const name = `${run}_${randomBytes(6).toString("hex")}`;

beforeAll(async () => {
  await onServer(server, async (admin) => {
    version = Number((await admin.raw("SHOW server_version_num")).rows[0].server_version_num);
    await admin.raw(`CREATE DATABASE ${name} TEMPLATE template0`);
    const all = version < 170_000 ? defaults : { ...defaults, transaction_timeout: "50ms" };
    for (const [setting, value] of Object.entries(all))
      await admin.raw(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  });
  connection = inDatabase(server, name);
  const patient = openDatabase(connection, { poolSize: 3, statementsWithin: 0 });
  try {
    await migrate(patient);
  } finally {
    await patient.destroy();
  }
  db = openDatabase(connection);
  persistence = knexPersistence(db);
}, 30_000);
afterAll(async () => {
  await db?.destroy();
  await onServer(server, (admin) => dropDatabase(admin, name));
});

test("a connection stays open while it is idle, and a transaction for as long as it needs", async () => {
  await db.transaction(async (trx) => {
    const { rows } = await trx.raw("SELECT pg_backend_pid() AS pid, 0.1::float8 + 0.2::float8 AS sum");
    expect(rows[0].sum).toBe(0.1 + 0.2);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await trx.raw("SELECT pg_sleep(0.2)");
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await db.raw("SHOW transaction_isolation")).rows[0].transaction_isolation).toBe("read committed");
});

test("long values are compressed the fast way, where PostgreSQL can", async () => {
  const { rows } = await db.raw("SELECT setting, enumvals FROM pg_settings WHERE name LIKE 'default_toast%'");
  expect(rows[0].setting).toBe(rows[0].enumvals.includes("lz4") ? "lz4" : "pglz");
});

test("a process that waits for news keeps its connection", async () => {
  const received: string[] = [];
  const onError = jest.fn();
  const bus = postgresBus(db, connection);
  const line = await bus.connect((payload) => received.push(payload), onError);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await bus.publish([{ payload: "news", realmId: 1 as RealmId }]);
  while (received.length === 0 && onError.mock.calls.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
  await line.close();
  expect(onError).not.toHaveBeenCalled();
  expect(received).toEqual(["news"]);
});

describe("persistence in a database with defaults for other programs", () =>
  everyContract(() => persistence));
