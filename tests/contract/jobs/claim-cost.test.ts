import { knexDeadLetters } from "../../../src/adapters/persistence/knex/jobs/dead-letters";
import { knexJobQueue } from "../../../src/adapters/persistence/knex/jobs/job-queue";
import type { JobQueue } from "../../../src/application/ports/jobs/job-queue";
import { jobKinds } from "../../../src/domain/jobs/job";
import { reversingSeals } from "../../support/application/fakes";
import { namesOf, upTo } from "../../support/application/jobs";
import { pagesReadBy } from "../../support/storage/executed-plans";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let neighbour: TestDatabase;
let queue: JobQueue;
beforeAll(async () => {
  [database, neighbour] = [await createTestDatabase(), await createTestDatabase()];
  queue = knexJobQueue(database.db, reversingSeals);
});
afterAll(async () => {
  await database.destroy();
  await neighbour.destroy();
});

const now = 1_000_000;

/** Enqueues that many due jobs of one bot, one after the other. */
const backlog = (lane: string, length: number) =>
  database.db.raw(
    `INSERT INTO jobs (realm_id, kind, lane, payload, due_at)
     SELECT 1, 'call_bot', ?, jsonb_build_object('name', ? || ' ' || n), n FROM generate_series(1, ?::integer) n`,
    [lane, lane, length],
  );

/** How many pages of tables and indexes a claim would read now. */
const pagesOfClaim = async (): Promise<number> => {
  const { db } = database;
  await db.raw("VACUUM ANALYZE jobs");
  return pagesReadBy(db, (trx) => knexJobQueue(trx, reversingSeals).claim(upTo(20), now, 60_000));
};

const claimBesideALongLane = async (): Promise<void> => {
  await database.db.raw("TRUNCATE jobs");
  await backlog("1", 5000);
  await backlog("2", 3);
  // The first lane's waiting jobs are all due earlier, yet other lanes are claimed at once.
  const [first, second, ...others] = await queue.claim(upTo(20), now, 60_000);
  if (!first || !second) throw new Error("Both lanes were to begin");
  expect(namesOf([first, second])).toEqual(["1 1", "2 1"]);
  expect(others).toEqual([]);
  expect(await queue.claim(upTo(20), now, 60_000)).toEqual([]);
  expect(await pagesOfClaim()).toBeLessThan(60);
  await queue.complete(first, []);
  expect(await pagesOfClaim()).toBeLessThan(120);
  for (let next = 2; next < 9; next += 1) {
    const [job, ...more] = await queue.claim(upTo(20), now, 60_000);
    if (!job) throw new Error("The lane was to go on");
    expect(namesOf([job, ...more])).toEqual([`1 ${next}`]);
    await queue.complete(job, []);
  }
};

test("a claim reads no more pages for a long lane than for a short one", claimBesideALongLane);

test("a claim reads no more pages for a long lane when the table begins with empty pages", async () => {
  // While this is open, PostgreSQL doesn't reuse the space of updated rows: it stays empty once they are vacuumed.
  const open = await neighbour.db.transaction();
  try {
    await open.raw("SELECT pg_current_xact_id()");
    await claimBesideALongLane();
  } finally {
    await open.rollback();
  }
});

const ofOwner = (share: string, length: number) =>
  database.db.raw(
    `INSERT INTO jobs (realm_id, kind, lane, share, payload, due_at)
     SELECT 1, 'call_bot', ? || n, ?, jsonb_build_object('name', ? || ' ' || n), n FROM generate_series(1, ?::integer) n`,
    [share, share, share, length],
  );

test("a claim that shares places out reads no more pages for a share with many jobs than for one with few", async () => {
  await database.db.raw("TRUNCATE jobs");
  await ofOwner("ann", 10_000);
  await ofOwner("ben", 3);
  const sharing = { each: 2, running: [] };
  const [demand] = upTo(20);
  if (!demand) throw new Error("There is a demand");
  expect(namesOf(await queue.claim([{ ...demand, sharing }], now, 60_000))).toEqual([
    "ann 1",
    "ben 1",
    "ann 2",
    "ben 2",
  ]);
  const { db } = database;
  await db.raw("VACUUM ANALYZE jobs");
  const running = [{ realmId: 1, share: "ann", count: 2 }];
  const pages = await pagesReadBy(db, (trx) =>
    knexJobQueue(trx, reversingSeals).claim([{ ...demand, sharing: { each: 2, running } }], now, 60_000),
  );
  expect(pages).toBeLessThan(80);
});

test("the standing of kinds costs the same however many jobs wait, are parked or run", async () => {
  const { db } = database;
  const pagesOfStanding = async (): Promise<number> => {
    await db.raw("VACUUM ANALYZE jobs");
    return pagesReadBy(db, (trx) => knexDeadLetters(trx).standing(jobKinds));
  };
  await db.raw("TRUNCATE jobs");
  await backlog("1", 3);
  const few = await pagesOfStanding();
  await backlog("2", 20_000);
  await db.raw(
    `UPDATE jobs SET lane = CASE WHEN id % 2 = 1 THEN lane END, leased_until = CASE WHEN id % 2 = 0 THEN (extract(epoch FROM now()) * 1000)::bigint + 60000 END,
       parked_until = CASE WHEN id % 2 = 1 THEN (extract(epoch FROM now()) * 1000)::bigint + 60000 END WHERE lane = '2' AND due_at > 500`,
  );
  expect(await pagesOfStanding()).toBeLessThan(few + 60);
});
