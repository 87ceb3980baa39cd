import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { knexEventQueueStore } from "../../../src/adapters/persistence/knex/events/event-queue-store";
import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import type { SeenQueue } from "../../../src/application/ports/events/event-queue-store";
import { aMoment, fixedClock, reversingSeals } from "../../support/application/fakes";
import { aQueue } from "../../support/builders/entities";
import { addQueue } from "../../support/storage/add-queue";
import { createRealm } from "../../support/storage/commits";
import { rowsSeenBy, rowsSeenIn } from "../../support/storage/executed-plans";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

const count = 1500;

test("noting how far many clients have come looks at each queue a few times, whatever the planner knows of the table", async () => {
  const { db } = database;
  // Without statistics, the planner takes the organization's queues for few.
  await db.raw("ALTER TABLE event_queues SET (autovacuum_enabled = false)");
  const { id: realmId } = await createRealm(knexEventStore(db, fixedClock(), reversingSeals));
  await addQueue(knexEventQueueStore(db), realmId, aQueue({ id: "queue 1" }));
  await db.raw(
    `INSERT INTO event_queues SELECT (jsonb_populate_record(q, jsonb_build_object('id', 'queue ' || n))).*
     FROM event_queues q, generate_series(2, ?::integer) n`,
    [count],
  );
  const seen = Array.from({ length: count }, (_, index): SeenQueue => {
    const id = index === 7 ? "a queue that is gone" : `queue ${index + 1}`;
    return { realmId, id, acknowledged: 5, lastSeenAt: aMoment + index, heardRunOf: 1, heardWebBuild: "b" };
  });
  const store = knexEventQueueStore(db);
  expect(await rowsSeenBy(db, (trx) => knexEventQueueStore(trx).touch(seen))).toBeLessThan(20 * count);
  expect(await store.touch(seen)).toMatchObject([{ realmId, id: "a queue that is gone" }]);
  for (const index of [0, 999, 1000, 1499])
    expect(await store.find(realmId, `queue ${index + 1}`)).toMatchObject({
      acknowledged: 5,
      lastSeenAt: aMoment + index,
      heardRunOf: 1,
      heardWebBuild: "b",
    });
});

/** The queries of `add_event_queues` that look at a user's queues, with parameters instead of variables. */
const queriesOfLimits = async (): Promise<readonly string[]> => {
  const { rows } = await database.db.raw("SELECT prosrc FROM pg_proc WHERE proname = 'add_event_queues'");
  const [, counting, ranking] =
    /CONTINUE WHEN \((.*?)\);.*gone \|\| ARRAY\((.*?)\);/s.exec(rows[0].prosrc) ?? [];
  return [counting, ranking].map((query) =>
    ["of_realm", "within.user_ids", "within.most_queues", "within.most_narrow_bytes"].reduce(
      (text, variable, index) => text.replaceAll(variable, `$${index + 1}`),
      query ?? "",
    ),
  );
};

test("limiting a user's queues looks at each of theirs a few times, even by a plan from when there were none", async () => {
  const db = openDatabase(database.connection, { poolSize: 1 });
  try {
    await db.raw("TRUNCATE event_queues");
    await db.raw("VACUUM ANALYZE event_queues");
    await db.raw("SET enable_seqscan = off");
    const { id: realmId } = await createRealm(knexEventStore(database.db, fixedClock(), reversingSeals));
    // As PostgreSQL does after a few executions of the function.
    await db.raw("SET plan_cache_mode = force_generic_plan");
    const [counting, ranking] = await queriesOfLimits();
    await db.raw(`PREPARE counting (integer, bigint[], integer, bigint) AS ${counting}`);
    await db.raw(`PREPARE ranking (integer, bigint[], integer, bigint) AS ${ranking}`);
    const most = 100;
    const limit = `(${realmId}, '{1}', ${most - 2}, 100)`;
    for (const name of ["counting", "ranking"]) await db.raw(`EXECUTE ${name} ${limit}`);
    await addQueue(knexEventQueueStore(db), realmId, aQueue({ id: "queue 1" }));
    await db.raw(
      `INSERT INTO event_queues SELECT (jsonb_populate_record(q,
         jsonb_build_object('id', 'queue ' || n, 'user_id', CASE WHEN n <= ?::integer THEN 1 ELSE n END))).*
       FROM event_queues q, generate_series(2, ?::integer) n`,
      [most, count],
    );
    const rowsOf = async (name: string): Promise<number> => {
      const { rows } = await db.raw(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name} ${limit}`);
      return rowsSeenIn(rows[0]["QUERY PLAN"][0].Plan);
    };
    expect(await rowsOf("counting")).toBeLessThan(4 * most);
    expect(await rowsOf("ranking")).toBeLessThan(10 * most);
    expect((await db.raw(`EXECUTE ranking ${limit}`)).rows).toHaveLength(2);
  } finally {
    await db.destroy();
  }
});
