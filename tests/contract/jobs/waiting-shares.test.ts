import { knexJobQueue } from "../../../src/adapters/persistence/knex/jobs/job-queue";
import { reversingSeals } from "../../support/application/fakes";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

const [busiest, last] = [1, 601];

test("while jobs of hundreds of realms wait behind one share's, the last realm doesn't wait for all others", async () => {
  await database.db.raw(
    `INSERT INTO jobs (realm_id, kind, share, payload, due_at)
     SELECT ${busiest}, 'call_bot', 'many', '{}'::jsonb, n FROM generate_series(1, 500) n
     UNION ALL
     SELECT realm_id, 'call_bot', 'few', '{}', CASE realm_id WHEN ${last} THEN 1000 ELSE 2000 END + n
     FROM generate_series(${busiest + 1}, ${last}) realm_id, generate_series(1, 3) n`,
  );
  const queue = knexJobQueue(database.db, reversingSeals);
  const demand = { kind: "call_bot", limit: 2, sharing: { each: 1, running: [] } } as const;
  const begun: number[] = [];
  while (!begun.includes(last) && begun.length < 100) {
    const claimed = await queue.claim([demand], 10_000, 60_000);
    expect(claimed).toHaveLength(2);
    for (const job of claimed) {
      begun.push(job.realmId);
      await queue.complete(job, []);
    }
  }
  expect(begun).toContain(last);
});
