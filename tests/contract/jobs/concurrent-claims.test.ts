import { knexJobQueue } from "../../../src/adapters/persistence/knex/jobs/job-queue";
import { reversingSeals } from "../../support/application/fakes";
import { namesOf } from "../../support/application/jobs";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

test("a claim that shares places out takes the jobs behind those that another process is claiming", async () => {
  const { db } = database;
  await db.raw(
    `INSERT INTO jobs (realm_id, kind, share, payload, due_at)
     SELECT 1, 'call_bot', share, jsonb_build_object('name', share || ' ' || n), n
     FROM unnest(ARRAY['ann', 'ben']) share, generate_series(1, 5) n`,
  );
  const claiming = await db.transaction();
  await claiming.raw("SELECT FROM jobs WHERE share = 'ann' AND due_at <= 3 FOR UPDATE");
  const demand = { kind: "call_bot", limit: 20, sharing: { each: 2, running: [] } } as const;
  const claimed = await knexJobQueue(db, reversingSeals).claim([demand], 1000, 60_000);
  await claiming.rollback();
  expect(namesOf(claimed)).toEqual(["ben 1", "ben 2", "ann 4", "ann 5"]);
});
