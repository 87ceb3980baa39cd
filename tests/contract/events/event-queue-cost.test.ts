import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { knexEventQueueStore } from "../../../src/adapters/persistence/knex/events/event-queue-store";
import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import type { SeenQueue } from "../../../src/application/ports/events/event-queue-store";
import { aMoment, fixedClock, reversingSeals } from "../../support/application/fakes";
import { aQueue } from "../../support/builders/entities";
import { addQueue } from "../../support/storage/add-queue";
import { createRealm } from "../../support/storage/commits";
import { rowsSeenBy } from "../../support/storage/executed-plans";
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
  expect(await store.touch(seen)).toEqual(["a queue that is gone"]);
  for (const index of [0, 999, 1000, 1499])
    expect(await store.find(realmId, `queue ${index + 1}`)).toMatchObject({
      acknowledged: 5,
      lastSeenAt: aMoment + index,
      heardRunOf: 1,
      heardWebBuild: "b",
    });
});

test("limiting a user's queues looks at each a few times, even by a plan from when there were none", async () => {
  const db = openDatabase(database.connection, { poolSize: 1 });
  try {
    await db.raw("TRUNCATE event_queues; ANALYZE event_queues");
    const { id: realmId } = await createRealm(knexEventStore(database.db, fixedClock(), reversingSeals));
    const store = knexEventQueueStore(db);
    const add = (id: string) => store.add(realmId, aQueue({ id }), [1], { count, narrowBytes: 100 });
    // PostgreSQL plans the first five executions anew, and then keeps a plan.
    for (let execution = 0; execution < 6; execution += 1) await add(`early ${execution}`);
    await db.raw(
      `INSERT INTO event_queues SELECT (jsonb_populate_record(q, jsonb_build_object('id', 'queue ' || n))).*
       FROM event_queues q, generate_series(1, ?::integer) n WHERE q.id = 'early 0'`,
      [count],
    );
    const rowsRead = async (): Promise<number> => {
      await db.raw("SELECT pg_stat_clear_snapshot(), pg_stat_force_next_flush()");
      const { rows } = await db.raw(
        "SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_user_tables WHERE relname = 'event_queues'",
      );
      return Number(rows[0].read);
    };
    const before = await rowsRead();
    expect(await add("late")).toHaveLength(7);
    expect((await rowsRead()) - before).toBeLessThan(5 * count);
  } finally {
    await db.destroy();
  }
});
