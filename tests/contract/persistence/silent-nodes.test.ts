import * as E from "fp-ts/Either";
import type { Knex } from "knex";
import { noMetrics } from "../../../src/adapters/metrics/no-metrics";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { noTracing } from "../../../src/adapters/tracing/no-tracing";
import { ReadTookTooLong } from "../../../src/application/ports/messages/read-took-too-long";
import { knexPorts, processBreakers, statePorts } from "../../../src/composition/adapters/persistence";
import { fixedClock, reversingSeals } from "../../support/application/fakes";
import { aMessageSent, aQueue } from "../../support/builders/entities";
import { addQueue } from "../../support/storage/add-queue";
import { commitOf, createRealm } from "../../support/storage/commits";
import { placeRealms } from "../../support/storage/distribution/placed-realms";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

const limits = { poolSize: 4, statementsWithin: 1000 };

let database: TestDatabase;
let pools: readonly [Knex, Knex, Knex];
let ports: ReturnType<typeof knexPorts> & { readonly following: ReturnType<typeof statePorts> };
let clock: ReturnType<typeof fixedClock>;
let realms: readonly number[];

/** A node hangs if the number of its realms' ids, modulo two, is in a table. Other statements pass, as on Citus. */
const letNodesHang = (db: Knex) =>
  db.raw(`
    CREATE TABLE hanging (rest integer);
    CREATE FUNCTION answers(realm integer) RETURNS boolean LANGUAGE plpgsql COST 100000 AS $$
      BEGIN
        IF EXISTS (SELECT FROM hanging WHERE rest = realm % 2) THEN PERFORM pg_sleep(20); END IF;
        RETURN true;
      END $$;
    ALTER TABLE realm_heads ENABLE ROW LEVEL SECURITY;
    ALTER TABLE realm_heads FORCE ROW LEVEL SECURITY;
    CREATE POLICY answering ON realm_heads USING (answers(realm_id));
    ALTER TABLE event_queues ENABLE ROW LEVEL SECURITY;
    ALTER TABLE event_queues FORCE ROW LEVEL SECURITY;
    CREATE POLICY answering ON event_queues USING (answers(realm_id))`);

const hang = () => database.db.raw("INSERT INTO hanging VALUES (0)");
const resume = () => database.db.raw("DELETE FROM hanging");

/** Ports as a server has them that knows nothing of the nodes yet. */
const openPorts = () => {
  const [reading, writing, following] = pools;
  const usual = { clock, metrics: noMetrics, tracing: noTracing };
  const breakers = processBreakers(reading, clock);
  return {
    ...knexPorts(reading, writing, { ...usual, seals: reversingSeals, onError: () => {}, breakers }),
    following: statePorts(following, { ...usual, breakers }),
  };
};

beforeEach(async () => {
  database = await createTestDatabase();
  await letNodesHang(database.db);
  await placeRealms(database.db);
  pools = [
    openDatabase(database.connection, limits),
    openDatabase(database.connection, limits),
    openDatabase(database.connection, limits),
  ];
  clock = fixedClock();
  ports = openPorts();
  const created: number[] = [];
  for (let count = 0; count < 12; count += 1) created.push((await createRealm(ports.eventStore)).id);
  realms = created;
});
afterEach(async () => {
  for (const pool of pools) await pool.destroy();
  await database.destroy();
});

const onSilentNode = () => realms.filter((realmId) => realmId % 2 === 0);
const onOther = () => realms.filter((realmId) => realmId % 2 === 1);

const refusal = /^The database node one:5432 didn't answer, and isn't asked again for a while$/;

const timed = async <A>(work: Promise<A>) => {
  const begun = performance.now();
  const outcome = await work.then(
    (value) => ({ value }),
    (error: Error) => ({ error: error.message }),
  );
  return { ...outcome, took: performance.now() - begun };
};

/** Asks about realms on both nodes at once. */
const askAll = () =>
  Promise.all(realms.map(async (realmId) => ({ realmId, ...(await timed(ports.eventLog.head(realmId))) })));

test("realms of a silent node wait for one time limit at most, and other realms don't wait", async () => {
  await askAll();
  await hang();
  const answers = await askAll();
  const others = answers.filter(({ realmId }) => realmId % 2 === 1);
  const silenced = answers.filter(({ realmId }) => realmId % 2 === 0);
  for (const one of others) expect(one).toMatchObject({ value: 1 });
  for (const { took } of others) expect(took).toBeLessThan(800);
  expect(silenced.filter((one) => "error" in one && refusal.test(one.error)).length).toBe(4);
  for (const { took } of silenced) expect(took).toBeLessThan(1900);
});

test("after one time-out, readers, changes and followers refuse all realms of the node, and a probe ends that", async () => {
  const [first = 0, second = 0] = onSilentNode();
  await askAll();
  const open = await ports.eventStore.begin(second, 0);
  await hang();
  await expect(ports.eventLog.head(first)).rejects.toThrow("statement timeout");
  const refused = [
    ports.eventLog.head(second),
    ports.eventStore.begin(second, 0),
    open.append(commitOf(open.head, [aMessageSent({ id: 1 })])),
    ports.following.eventLog.head(second),
  ];
  for (const one of refused) await expect(one).rejects.toThrow(refusal);
  await resume();
  clock.advance(5000);
  expect(await ports.eventLog.head(second)).toBe(1);
  const slot = await ports.eventStore.begin(second, 1);
  await slot.release();
});

test("changes of other realms don't wait for those of a silent node", async () => {
  await askAll();
  const slots = await Promise.all(realms.map((realmId) => ports.eventStore.begin(realmId, 0)));
  await hang();
  const ends = await Promise.all(
    slots.map(async (slot, index) => ({
      realmId: realms[index] ?? 0,
      ...(await timed(slot.append(commitOf(slot.head, [aMessageSent({ id: 1 })])))),
    })),
  );
  for (const { realmId, took, ...end } of ends)
    if (realmId % 2 === 1) {
      expect(end).toEqual({ value: E.right(undefined) });
      expect(took).toBeLessThan(800);
    } else {
      expect(end).toHaveProperty("error");
      expect(took).toBeLessThan(1900);
    }
});

test("a node that falls silent leaves the heads of other realms known, and all are known again later", async () => {
  const known = async () => [...(await ports.eventLog.heads(realms)).keys()].sort((one, two) => one - two);
  expect(await known()).toEqual(realms);
  await hang();
  expect(await known()).toEqual(onOther());
  expect(await known()).toEqual(onOther());
  await resume();
  clock.advance(5000);
  expect(await known()).toEqual(realms);
  await database.db.raw("INSERT INTO hanging VALUES (0), (1)");
  await expect(known()).rejects.toThrow();
});

test("a silent node doesn't keep this node from noting that clients of other realms are there", async () => {
  const [mine = 0] = onSilentNode();
  const [other = 0] = onOther();
  const queues = [mine, other].map((realmId) => ({ ...aQueue({ id: `queue-${realmId}` }), realmId }));
  for (const { realmId, ...queue } of queues) await addQueue(ports.queueStore, realmId, queue);
  await hang();
  const seen = queues.map((queue) => ({ ...queue, acknowledged: 1 }));
  expect(await ports.queueStore.touch(seen)).toEqual([]);
  expect(await ports.queueStore.find(other, `queue-${other}`)).toMatchObject({ acknowledged: 1 });
  await resume();
  clock.advance(5000);
  expect(await ports.queueStore.find(mine, `queue-${mine}`)).toMatchObject({ acknowledged: 0 });
});

test("where Citus doesn't tell the nodes, each realm is spared by itself", async () => {
  await database.db.raw("DROP FUNCTION get_shard_id_for_distribution_column");
  ports = openPorts();
  const [first = 0, second = 0] = onSilentNode();
  const slot = await ports.eventStore.begin(first, 0);
  await hang();
  const commit = commitOf(slot.head, [aMessageSent({ id: 1 })]);
  await expect(slot.append(commit)).rejects.toThrow("statement timeout");
  const isSpared = /^The storage of realm \d+ didn't answer, and isn't asked again for a while$/;
  await expect(ports.eventStore.begin(first, 0)).rejects.toThrow(isSpared);
  await expect(ports.eventLog.head(first)).rejects.toThrow(isSpared);
  await expect(ports.eventLog.head(second)).rejects.toThrow("statement timeout");
  await resume();
  clock.advance(5000);
  await (await ports.eventStore.begin(first, 0)).release();
  expect(await ports.eventLog.head(second)).toBe(1);
});

/** Each message takes longer to read than a statement may take. */
const slowSearches = (db: Knex) =>
  db.raw(`
    ALTER TABLE messages ENABLE ROW LEVEL SECURITY;
    ALTER TABLE messages FORCE ROW LEVEL SECURITY;
    CREATE POLICY readable_slowly ON messages FOR SELECT USING (pg_sleep(20) IS NOT NULL)`);

describe.each(["knows", "doesn't know"])("whether or not this node %s where the realm is", (knowledge) => {
  let realmId: number;
  let neighbor: number;

  beforeEach(async () => {
    if (knowledge === "doesn't know") {
      await database.db.raw("DROP FUNCTION get_shard_id_for_distribution_column");
      ports = openPorts();
    }
    [realmId = 0, neighbor = 0] = onSilentNode();
    const turn = await ports.eventStore.begin(realmId, 0);
    await turn.append(commitOf(turn.head, [aMessageSent({ id: 1 })]));
  });

  const refusesNobody = async () => {
    expect(await ports.eventLog.head(realmId)).toBe(2);
    expect(await ports.eventLog.head(neighbor)).toBe(1);
    await (await ports.eventStore.begin(realmId, 2)).release();
  };

  test("a search that takes too long refuses nobody anything", async () => {
    await slowSearches(database.db);
    const search = ports.messages.highlighted(realmId, [1], "lunch", 1000);
    await expect(search).rejects.toThrow(ReadTookTooLong);
    await refusesNobody();
  });

  test("another read that takes too long refuses nobody anything", async () => {
    await slowSearches(database.db);
    await expect(ports.messages.byIds(realmId, [1])).rejects.toThrow("statement timeout");
    await refusesNobody();
  });

  test("reads and changes that wait for a lock for too long refuse nobody anything", async () => {
    const turn = await ports.eventStore.begin(realmId, 2);
    const locking = await database.db.transaction();
    await locking.raw("LOCK TABLE messages");
    const read = ports.messages.byIds(realmId, [1]);
    const change = turn.append(commitOf(turn.head, [aMessageSent({ id: 2 })]));
    await Promise.all([
      expect(read).rejects.toThrow("statement timeout"),
      expect(change).rejects.toThrow("statement timeout"),
    ]);
    await locking.rollback();
    await refusesNobody();
  });

  test("a read that an operator cancels refuses nobody anything", async () => {
    await slowSearches(database.db);
    const read = ports.messages.byIds(realmId, [1]);
    const cancel =
      "SELECT count(pg_cancel_backend(pid))::integer AS canceled FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    const cancelOne = async (): Promise<void> => {
      const { rows } = await database.db.raw(`${cancel} AND datname = current_database()`);
      if (rows[0].canceled === 0) await cancelOne();
    };
    await Promise.all([expect(read).rejects.toThrow("user request"), cancelOne()]);
    await refusesNobody();
  });
});
