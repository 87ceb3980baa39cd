import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { type UpgradeOptions, withBriefLocks } from "./brief-locks";
import { distributeNew } from "./distribution";
import { fillColumns, lackValues } from "./later-backfills";
import { buildFirstIndexes, buildIndexes, lackIndexes } from "./later-indexes";
import { longWait } from "./long-statements";
import { requireSessions } from "./require-sessions";
import { requireRoomForTables } from "./schema-rights";

const oldestSupported = 150_000;

const check = async (db: Knex): Promise<void> => {
  const { rows } = await db.raw(
    "SELECT current_setting('server_version_num')::integer AS version, current_setting('server_version') AS name, lower('É') = 'é' AS \"foldsCase\"",
  );
  const { version, name, foldsCase } = rows[0];
  if (version < oldestSupported)
    throw new Error(`Parley needs PostgreSQL 15 or newer; this server is ${name}`);
  if (!foldsCase)
    throw new Error("The database needs the encoding UTF8 and a Unicode locale such as C.UTF-8");
};

/** An arbitrary number that nothing else uses as a lock in this database. */
const migrationLock = 7_261_955_394;

const lockAgainMilliseconds = 100;

/**
 * Does the work on other connections if the lock is free, and holds it meanwhile. Building an index concurrently waits for each
 * transaction that has a snapshot when it looks, even for a moment. So a transaction asks for the lock, and then does nothing else.
 */
const ifUnlocked = (db: Knex, work: () => Promise<void>): Promise<boolean> =>
  db.transaction(async (trx) => {
    await trx.raw("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0");
    const { rows } = await trx.raw(`SELECT pg_try_advisory_xact_lock(${migrationLock}) AS held`);
    if (rows[0].held) await work();
    return rows[0].held;
  });

/** Does the work once the lock is free. Polling, unlike waiting in the database, stops on the signal. */
const underMigrationLock = async (
  db: Knex,
  { ending, warn }: UpgradeOptions,
  work: () => Promise<void>,
): Promise<void> => {
  const isLineDue = longWait();
  while (!(await ifUnlocked(db, work))) {
    await sleep(lockAgainMilliseconds, undefined, { ...(ending && { signal: ending }) });
    if (isLineDue()) warn?.("The start waits for another process, which is migrating the database");
  }
};

/**
 * Runs each pending migration in a transaction of its own, so that it holds locks no longer than it needs. Its row in
 * `parley_migrations` commits with it: after a crash, the next start continues.
 */
const runPending = async (db: Knex, options: UpgradeOptions): Promise<void> => {
  const step = (what: string, run: (trx: Knex) => Promise<unknown>) =>
    withBriefLocks(
      db,
      what,
      async (trx) => {
        // The connection that holds the migration lock may be lost meanwhile. Another node then waits here, and skips what has run.
        await trx.raw("LOCK TABLE parley_migrations IN SHARE ROW EXCLUSIVE MODE");
        await run(trx);
      },
      options,
    );
  // Knex's own lock is a row that outlives a killed process; under our lock, nobody holds it.
  await db.migrate.forceFreeMigrationsLock();
  // Creates Knex's tables if the database is empty.
  const [finished, pending]: [readonly unknown[], readonly string[]] = await db.migrate.list();
  // Nobody waits for an empty database, and one transaction is faster.
  if (finished.length === 0)
    await step("Creating the tables", async (trx) => {
      await trx.migrate.latest();
      await buildFirstIndexes(trx);
    });
  else
    for (const name of pending) {
      options.ending?.throwIfAborted();
      await step(`Migration ${name}`, (trx) => trx.migrate.up({ name }));
    }
  await withBriefLocks(db, "Distributing new tables", distributeNew, options);
};

/**
 * Brings the schema up to date while nodes of the version before serve: migrations, then the values and indexes of large tables,
 * which take long. Several processes may do so at once. Needs three connections.
 */
export const migrate = async (db: Knex, options: UpgradeOptions = {}): Promise<void> => {
  await check(db);
  await requireSessions(db);
  await requireRoomForTables(db);
  await underMigrationLock(db, options, () => runPending(db, options));
  if (!(await lackValues(db)) && !(await lackIndexes(db))) return;
  await underMigrationLock(db, options, async () => {
    await fillColumns(db, options);
    await buildIndexes(db, options);
  });
};
