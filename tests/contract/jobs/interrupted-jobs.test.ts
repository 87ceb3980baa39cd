import { knexJobQueue } from "../../../src/adapters/persistence/knex/jobs/job-queue";
import type { ClaimedJob, JobQueue } from "../../../src/application/ports/jobs/job-queue";
import { reversingSeals } from "../../support/application/fakes";
import { namesOf, upTo } from "../../support/application/jobs";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let queue: JobQueue;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = knexJobQueue(database.db, reversingSeals);
});
afterAll(() => database.destroy());

const now = 1_000_000;
const claim = (): Promise<readonly ClaimedJob[]> => queue.claim(upTo(20), now, 60_000);

/** Two jobs of one lane: the first is running, the second waits behind it. */
const underWay = async (): Promise<ClaimedJob> => {
  await database.db.raw(
    `INSERT INTO jobs (realm_id, kind, lane, payload, due_at)
     SELECT 1, 'call_bot', 'lane', jsonb_build_object('name', n), n FROM generate_series(1, 2) n`,
  );
  const [first] = await claim();
  if (first === undefined) throw new Error("The first job is due");
  expect(await claim()).toEqual([]);
  return first;
};

test.each([
  ["complete", (job: ClaimedJob) => queue.complete(job, [])],
  ["postpone", (job: ClaimedJob) => queue.postpone(job, { dueAt: now * 2, error: "" })],
  ["release", (job: ClaimedJob) => queue.release([job])],
  ["bury", (job: ClaimedJob) => queue.bury(job, now, "")],
] as const)("a process that dies before it can %s a job doesn't block the lane", async (_name, settle) => {
  const job = await underWay();
  await database.db.raw(`
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'dies here'; END $$;
    CREATE TRIGGER dies BEFORE UPDATE ON jobs FOR EACH ROW
      WHEN (OLD.parked_until IS NOT NULL AND NEW.parked_until IS NULL) EXECUTE FUNCTION die();`);
  await expect(settle(job)).rejects.toThrow("dies here");
  await database.db.raw("DROP FUNCTION die CASCADE; UPDATE jobs SET leased_until = 1 WHERE leased_until > 1");
  const [again] = await claim();
  expect(namesOf(again === undefined ? [] : [again])).toEqual([1]);
  if (again) await queue.complete(again, []);
  expect(namesOf(await claim())).toEqual([2]);
  await database.db.raw("DELETE FROM jobs");
});
