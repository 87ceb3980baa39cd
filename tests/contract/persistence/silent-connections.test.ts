import { setTimeout as sleep } from "node:timers/promises";
import {
  longestPause,
  openDatabase,
  patientPause,
  statementLimits,
} from "../../../src/adapters/persistence/knex/database/database";
import { knexSingleRunner } from "../../../src/adapters/persistence/knex/jobs/single-runner";
import { proxiedDatabase } from "../../support/storage/proxied-database";

const proxied = proxiedDatabase();

test("closes a connection that leaves a query unanswered, and the next query uses another", async () => {
  const db = openDatabase(proxied.proxy.connection, { poolSize: 1, answersWithin: 300 });
  expect((await db.raw("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  proxied.proxy.hush();
  await expect(db.raw("SELECT 2 AS two")).rejects.toThrow("Query read timeout");
  expect((await db.raw("SELECT 3 AS three")).rows).toEqual([{ three: 3 }]);
  await db.destroy();
});

test("replaces a connection on which a statement took too long, because it may wait for a silent node of Citus", async () => {
  const db = openDatabase(proxied.database.connection, { poolSize: 1, statementsWithin: 100 });
  const process = async () => (await db.raw("SELECT pg_backend_pid() AS id")).rows[0].id;
  const before = await process();
  await expect(db.raw("SELECT 1 / 0")).rejects.toThrow("division by zero");
  expect(await process()).toBe(before);
  await expect(db.raw("SELECT pg_sleep(1)")).rejects.toThrow("statement timeout");
  expect(await process()).not.toBe(before);
  await db.destroy();
});

test("the server ends an idle transaction and releases its locks", async () => {
  const { rows } = await proxied.database.db.raw(
    "SELECT setting::integer AS milliseconds FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'",
  );
  expect(rows).toEqual([{ milliseconds: longestPause }]);
});

test("an idle transaction ends well before the statements of whoever waits for its locks", () => {
  const { read, commit, background } = statementLimits;
  expect(longestPause).toBeLessThanOrEqual(0.7 * read);
  for (const limit of [commit, background]) expect(patientPause).toBeLessThanOrEqual(limit / 2);
});

test("a single runner keeps its work for as long as it takes", async () => {
  const db = openDatabase(proxied.database.connection, { poolSize: 1 });
  await db.raw("SET idle_in_transaction_session_timeout = 300");
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const running = knexSingleRunner(db, 50).ifFree("long work", () => finished);
  await sleep(1000);
  const other = jest.fn(async () => {});
  expect(await knexSingleRunner(proxied.database.db).ifFree("long work", other)).toBe(false);
  expect(other).not.toHaveBeenCalled();
  finish();
  expect(await running).toBe(true);
  await db.destroy();
});
