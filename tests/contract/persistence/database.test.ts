import { setTimeout as sleep } from "node:timers/promises";
import {
  type ConnectionSettings,
  openDatabase,
} from "../../../src/adapters/persistence/knex/database/database";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { storageOf } from "../../../src/composition/adapters/storage";
import { service, startAll } from "../../../src/composition/lifecycle/lifecycle";
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

test("a start that waits for another process's migration stops when asked, and the next one continues", () =>
  withEmptyDatabase(async (connection) => {
    const db = openDatabase(connection);
    const holder = await db.transaction();
    await holder.raw("SELECT pg_advisory_xact_lock(7261955394)");
    const ending = new AbortController();
    const config = { databaseUrl: urlOf(connection), databasePoolSize: 2 } as Config;
    const storage = storageOf(config, { log: () => {}, mayUseRunningServer: false });
    const failed = jest.fn();
    const starting = startAll([storage, service("next", { start: failed })], failed, ending.signal);
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
