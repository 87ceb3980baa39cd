import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type ConnectionSettings,
  openDatabase,
} from "../../../src/adapters/persistence/knex/database/database";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { storageOf } from "../../../src/composition/adapters/storage";
import { component, startAll } from "../../../src/composition/lifecycle/lifecycle";
import type { Config } from "../../../src/config/config";
import { onServer } from "../../support/storage/postgres-server";
import { withEmptyDatabase } from "../../support/storage/test-database";

const migrateAt = async (connection: ConnectionSettings): Promise<readonly string[]> => {
  const db = openDatabase(connection);
  try {
    await migrate(db);
    const { rows } = await db.raw("SELECT name FROM parley_migrations ORDER BY id");
    return rows.map(({ name }: { name: string }) => name);
  } finally {
    await db.destroy();
  }
};

const urlOf = (connection: ConnectionSettings): string => {
  if (typeof connection === "string") return connection;
  const { host, port, user, password = "", database } = connection;
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
};

test("several processes can migrate one database at once, and again later", () =>
  withEmptyDatabase(async (connection) => {
    const applied = await Promise.all([1, 2, 3].map(() => migrateAt(connection)));
    expect(new Set(applied.flat()).size).toBe(applied[0]?.length);
    expect(await migrateAt(connection)).toEqual(applied[0]);
  }));

test("a new installation waits for no other session of its database, such as a dump", () =>
  withEmptyDatabase(async (connection) => {
    const db = openDatabase(connection, { statementsWithin: 0, pausesWithin: 0 });
    const dump = await db.transaction(undefined, { isolationLevel: "repeatable read" });
    await dump.raw("SELECT relname FROM pg_class");
    expect((await migrateAt(connection)).length).toBeGreaterThan(20);
    // It has gone on all the while.
    await dump.raw("SELECT relname FROM pg_class");
    await dump.rollback();
    await db.destroy();
  }));

test("a process that waits for another's migration says so", () =>
  withEmptyDatabase(async (connection) => {
    const db = openDatabase(connection, { statementsWithin: 0, pausesWithin: 0 });
    const holder = await db.transaction();
    await holder.raw("SELECT pg_advisory_xact_lock(7261955394)");
    const warnings: string[] = [];
    const migrating = migrate(db, { warn: (line) => warnings.push(line) });
    while (warnings.length === 0) await sleep(20);
    await holder.rollback();
    await migrating;
    await db.destroy();
    expect(warnings).toEqual(["The start waits for another process, which is migrating the database"]);
  }));

test("a start whose database doesn't answer stops when asked", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const ending = new AbortController();
  const config = { databaseUrl: `postgres://parley@127.0.0.1:${port}/parley`, databasePoolSize: 2 } as Config;
  const storage = storageOf(config, { log: () => {}, mayUseRunningServer: false });
  const starting = startAll([storage], jest.fn(), ending.signal);
  await sleep(300);
  ending.abort();
  const asked = Date.now();
  await (await starting).stop();
  expect(Date.now() - asked).toBeLessThan(4000);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

test("a start that waits for another process's migration stops when asked, and the next one continues", () =>
  withEmptyDatabase(async (connection) => {
    const db = openDatabase(connection);
    const holder = await db.transaction();
    await holder.raw("SELECT pg_advisory_xact_lock(7261955394)");
    const ending = new AbortController();
    const config = { databaseUrl: urlOf(connection), databasePoolSize: 2 } as Config;
    const storage = storageOf(config, { log: () => {}, mayUseRunningServer: false });
    const failed = jest.fn();
    const starting = startAll([storage, component("next", { start: failed })], failed, ending.signal);
    const patient = migrateAt(connection);
    await sleep(300);
    ending.abort();
    const running = await starting;
    expect(await running.stop()).toEqual([]);
    // Meanwhile, nobody released the lock.
    expect(failed).not.toHaveBeenCalled();
    await holder.rollback();
    expect((await patient).length).toBeGreaterThan(20);
    await db.destroy();
  }));

test("a killed migration doesn't lock out the next start", () =>
  withEmptyDatabase(async (connection) => {
    const applied = await migrateAt(connection);
    await onServer(connection, (db) => db.raw("UPDATE parley_migrations_lock SET is_locked = 1"));
    expect(await migrateAt(connection)).toEqual(applied);
  }));

test("a node starts again on a database that a newer version has migrated", () =>
  withEmptyDatabase(async (connection) => {
    const applied = await migrateAt(connection);
    await onServer(connection, (db) =>
      db.raw(
        "INSERT INTO parley_migrations (name, batch, migration_time) VALUES ('9000-of-a-newer-version', 2, now())",
      ),
    );
    expect(await migrateAt(connection)).toEqual([...applied, "9000-of-a-newer-version"]);
  }));

test("every migration can be rolled back", () =>
  withEmptyDatabase(async (connection) => {
    await migrateAt(connection);
    const db = openDatabase(connection);
    await db.migrate.rollback(undefined, true);
    const { rows } = await db.raw("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
    await db.destroy();
    expect(rows.map(({ tablename }: { tablename: string }) => tablename)).toEqual([
      "parley_migrations",
      "parley_migrations_lock",
    ]);
  }));

test("refuses a database that can't distinguish letter case, with a line that says so", () =>
  withEmptyDatabase(async (connection) => {
    await expect(migrateAt(connection)).rejects.toThrow(/locale/);
  }, "ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'"));

test("never compiles queries (JIT), whatever the server's setting", () =>
  withEmptyDatabase(async (connection) => {
    const db = openDatabase(connection);
    const { rows } = await db.raw("SELECT setting FROM pg_settings WHERE name = 'jit'");
    await db.destroy();
    expect(rows).toEqual([{ setting: "off" }]);
  }));
