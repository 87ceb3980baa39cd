import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

/** Two steps of the past: the first needs a table that nobody else uses here, the second `messages`. */
const steps = ["0150-record-what-queues-heard-from", "0163-count-what-edits-hold"] as const;

let database: TestDatabase;
let db: Knex;
/** A session that has read messages and goes on, such as a dump. */
let dump: Knex.Transaction;

beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  await db.raw(
    `INSERT INTO messages (realm_id, id, conversation_id, topic, sender_id, content, rendered_content, sent_at, client, read_by_sender)
     VALUES (1, 1, 1, '', 1, 'hi', '', 0, '', false)`,
  );
  for (const name of steps) await db.migrate.down({ name });
  dump = await db.transaction();
  await dump.raw("SELECT id FROM messages");
});
afterEach(async () => {
  if (!dump.isCompleted()) await dump.rollback();
  await database.destroy();
});

const read = async (): Promise<string> => (await db.raw("SELECT content FROM messages")).rows[0].content;

const isWaiting = async (): Promise<boolean> =>
  (
    await db.raw(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%ALTER TABLE%'",
    )
  ).rowCount > 0;

const done = async (): Promise<readonly string[]> => {
  const { rows } = await db.raw("SELECT name FROM parley_migrations WHERE name = ANY(?) ORDER BY name", [
    [...steps],
  ]);
  return rows.map(({ name }: { name: string }) => name);
};

test("readers get through while a migration waits for a table, which it locks once it is free", async () => {
  const warnings: string[] = [];
  const patience = { wait: 500, pause: 500, attempts: 100 };
  const migrating = migrate(db, { patience, warn: (line) => warnings.push(line) });
  while (!(await isWaiting())) await sleep(20);
  expect(await read()).toBe("hi");
  expect(await done()).toEqual(steps.slice(0, 1));
  await dump.rollback();
  await migrating;
  expect(await done()).toEqual(steps);
  expect(warnings).toEqual([
    `Migration ${steps[1]} waits for a lock that another session holds: ALTER TABLE messages ADD COLUMN edits_size integer`,
  ]);
});

test("a migration that doesn't get a table gives up and says why, and the next start continues with it", async () => {
  await expect(migrate(db, { patience: { wait: 50, pause: 10, attempts: 3 } })).rejects.toThrow(
    /^Migration 0163-count-what-edits-hold gave up after 3 attempts, .*: ALTER TABLE messages ADD COLUMN edits_size integer\. Look for long/,
  );
  expect(await read()).toBe("hi");
  expect(await done()).toEqual(steps.slice(0, 1));
  await dump.rollback();
  await migrate(db);
  expect(await done()).toEqual(steps);
});

test("a start that waits for a table stops when asked", async () => {
  const ending = new AbortController();
  const migrating = migrate(db, {
    ending: ending.signal,
    patience: { wait: 50, pause: 60_000, attempts: 2 },
    warn: () => ending.abort(),
  });
  await expect(migrating).rejects.toThrow("aborted");
});

test("a step whose node lost the migration lock isn't run twice", async () => {
  const patience = { wait: 2000, pause: 10, attempts: 100 };
  const first = Promise.allSettled([migrate(db, { patience })]);
  while (!(await isWaiting())) await sleep(20);
  await db.raw(
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
  );
  const second = migrate(db, { patience });
  await dump.rollback();
  await first;
  await second;
  expect(await done()).toEqual(steps);
});

describe("an index of a large table", () => {
  const indexIsValid = async (): Promise<boolean> =>
    (
      await db.raw(
        "SELECT FROM pg_index WHERE indexrelid = to_regclass('messages_with_reaction') AND indisvalid",
      )
    ).rowCount > 0;

  let patient: Knex;
  beforeEach(async () => {
    await dump.rollback();
    await migrate(db);
    await db.raw("DROP INDEX messages_with_reaction");
    patient = openDatabase(database.connection, { statementsWithin: 0, pausesWithin: 0 });
    dump = await patient.transaction(undefined, { isolationLevel: "repeatable read" });
    await dump.raw("SET LOCAL application_name = 'nightly dump'");
    await dump.raw("SELECT id FROM realms");
  });
  afterEach(async () => {
    if (!dump.isCompleted()) await dump.rollback();
    await patient.destroy();
  });

  test("that waits for another session says for which, and is built once that has ended", async () => {
    const warnings: string[] = [];
    const migrating = migrate(patient, { warn: (line) => warnings.push(line) });
    while (warnings.length === 0) await sleep(20);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Building the index messages_with_reaction waits for the transactions of other sessions: process \d+ \(nightly dump, role \w+\)$/,
      ),
    ]);
    await dump.rollback();
    await migrating;
    expect(await indexIsValid()).toBe(true);
  });

  test("is given up when the start is to end, and built by the next one", async () => {
    const ending = new AbortController();
    const migrating = migrate(patient, { ending: ending.signal });
    const isBuilding = "SELECT FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%'";
    while ((await db.raw(isBuilding)).rowCount === 0) await sleep(20);
    ending.abort();
    await expect(migrating).rejects.toThrow("aborted");
    expect((await db.raw(`${isBuilding} AND state = 'active'`)).rowCount).toBe(0);
    await dump.rollback();
    await migrate(db);
    expect(await indexIsValid()).toBe(true);
  });

  test("is given up although the first attempt to cancel it fails", async () => {
    const ending = new AbortController();
    const raw = patient.client.raw.bind(patient.client);
    let failures = 0;
    jest.spyOn(patient.client, "raw").mockImplementation((...given: unknown[]) => {
      if (!String(given[0]).includes("pg_cancel_backend") || failures > 0) return raw(...given);
      failures += 1;
      throw new Error("The connection was lost");
    });
    const migrating = migrate(patient, { ending: ending.signal });
    const isBuilding = "SELECT FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%'";
    while ((await db.raw(isBuilding)).rowCount === 0) await sleep(20);
    ending.abort();
    await expect(migrating).rejects.toThrow("aborted");
    expect(failures).toBe(1);
  });
});
