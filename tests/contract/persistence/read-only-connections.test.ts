import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { onServer, publishedServer } from "../../support/storage/postgres-server";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

const openPool = (poolSize: number) => openDatabase(database.connection, { poolSize });
const write = "CREATE TEMPORARY TABLE IF NOT EXISTS written ()";

const operate = async (words: string): Promise<void> => {
  const { rows } = await database.db.raw("SELECT current_database() AS name");
  const set = `ALTER DATABASE "${rows[0].name}" ${words}`;
  await onServer(publishedServer().connection, (db) => db.raw(set));
};
const pidOf = async (db: ReturnType<typeof openPool>): Promise<number> =>
  (await db.raw("SELECT pg_backend_pid() AS pid")).rows[0].pid;

test("connections made while the database was read-only are replaced within a second", async () => {
  await operate("SET default_transaction_read_only = on");
  const pools = [openPool(1), openPool(5)];
  const pause = "SELECT pg_sleep(0.05)";
  for (const db of pools) {
    await Promise.all(Array.from({ length: 5 }, () => db.raw(pause)));
    await expect(db.raw("CREATE TABLE refused ()")).rejects.toMatchObject({ code: "25006" });
  }
  await operate("RESET default_transaction_read_only");
  await sleep(1200);
  for (const db of pools) {
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        await db.raw(pause);
        await db.transaction((trx) => trx.raw("CREATE TABLE pg_temp.written ()").then(() => trx.rollback()), {
          doNotRejectOnRollback: true,
        });
      }),
    );
    await db.destroy();
  }
});

test("a read-only database is read over connections that last a second each", async () => {
  await operate("SET default_transaction_read_only = on");
  const db = openPool(1);
  const pids = new Set<number>();
  for (let read = 0; read < 20; read += 1) pids.add(await pidOf(db));
  await db.destroy();
  await operate("RESET default_transaction_read_only");
  expect(pids.size).toBeLessThanOrEqual(2);
});

test("a connection that answers that it is read-only is replaced, whatever it was before", async () => {
  const db = openPool(1);
  const before = await pidOf(db);
  await db.raw("SET default_transaction_read_only = on");
  expect(await pidOf(db)).toBe(before);
  await expect(db.raw("CREATE TABLE refused ()")).rejects.toMatchObject({ code: "25006" });
  expect(await pidOf(db)).not.toBe(before);
  await db.raw(write);
  await db.raw("SET default_transaction_read_only = on");
  await expect(db.transaction((trx) => trx.raw("CREATE TABLE refused ()"))).rejects.toMatchObject({
    code: "25006",
  });
  await db.raw(write);
  await db.destroy();
});
