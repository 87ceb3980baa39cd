import type { Knex } from "knex";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { knexStorageNodes } from "../../../src/adapters/persistence/knex/database/storage-nodes";
import { fixedClock } from "../../support/application/fakes";
import { openDistributed } from "../../support/storage/distribution/open-distributed";
import { placeRealms } from "../../support/storage/distribution/placed-realms";
import { statementsOf } from "../../support/storage/statements-of";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

/** A database of a Citus coordinator, with the extension. */
const citusUrl = process.env.PARLEY_TEST_CITUS_URL;

let database: TestDatabase;
let db: Knex;
beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connection);
});
afterEach(async () => {
  await db.destroy();
  await database.destroy();
});

const all = (nodes: ReturnType<typeof knexStorageNodes>, ...realmIds: readonly number[]) =>
  Promise.all(realmIds.map((realmId) => nodes.nodeOf(realmId)));

test("one server has no nodes, and is asked once", async () => {
  const nodes = knexStorageNodes(db, fixedClock());
  expect(await all(nodes, 1, 2)).toEqual([undefined, undefined]);
  expect(await statementsOf(db, () => nodes.nodeOf(3))).toEqual([]);
  nodes.doubt(1);
});

test("on Citus, one query finds the nodes of all realms that are asked for meanwhile, and once for a minute", async () => {
  await placeRealms(db);
  const nodes = knexStorageNodes(db, fixedClock());
  await nodes.nodeOf(0);
  const statements = await statementsOf(db, async () => {
    expect(await all(nodes, 1, 2, 3, 4)).toEqual(["two:5433", "one:5432", "two:5433", "one:5432"]);
  });
  expect(statements).toHaveLength(1);
  expect(await statementsOf(db, () => all(nodes, 1, 2, 3, 4))).toEqual([]);
});

test("many realms are looked up together, also more than are remembered", async () => {
  await placeRealms(db);
  const nodes = knexStorageNodes(db, fixedClock());
  const many = Array.from({ length: 10_001 }, (_, realmId) => realmId);
  const found = await nodes.nodesOf(many);
  expect(found.size).toBe(10_001);
  expect([found.get(0), found.get(9999), found.get(10_000)]).toEqual(["one:5432", "two:5433", "one:5432"]);
  expect(await statementsOf(db, () => nodes.nodesOf([9999, 10_000]))).toEqual([]);
});

test("realms without a known node are left out", async () => {
  expect(await knexStorageNodes(db, fixedClock()).nodesOf([1, 2])).toEqual(new Map());
});

/** Waits until a realm is said to be on a node. */
const until = async (node: string, nodes: ReturnType<typeof knexStorageNodes>, realmId: number) => {
  while ((await nodes.nodeOf(realmId)) !== node) await new Promise((resolve) => setTimeout(resolve, 5));
};

test("a realm that has moved is found within a minute, or five seconds if that is doubted", async () => {
  const { place } = await placeRealms(db);
  const clock = fixedClock();
  const nodes = knexStorageNodes(db, clock);
  expect(await nodes.nodeOf(2)).toBe("one:5432");
  await place("even", ["two", "one"], "first");
  clock.advance(59_999);
  expect(await statementsOf(db, () => nodes.nodeOf(2))).toEqual([]);
  clock.advance(1);
  await until("two:5433", nodes, 2);
  await place("even", ["one"]);
  clock.advance(4999);
  expect(await statementsOf(db, async () => nodes.doubt(2))).toEqual([]);
  clock.advance(1);
  nodes.doubt(2);
  await until("one:5432", nodes, 2);
});

test("realms with copies on the same nodes fall silent together", async () => {
  const { place } = await placeRealms(db);
  await place("even", ["two", "one"]);
  expect(await knexStorageNodes(db, fixedClock()).nodeOf(2)).toBe("one:5432, two:5433");
});

test("a Citus that doesn't tell is asked again after five seconds", async () => {
  await db.raw("CREATE TABLE pg_dist_partition (logicalrelid regclass)");
  const clock = fixedClock();
  const nodes = knexStorageNodes(db, clock);
  expect(await all(nodes, 1, 2)).toEqual([undefined, undefined]);
  await placeRealms(db);
  expect(await statementsOf(db, () => nodes.nodeOf(1))).toEqual([]);
  clock.advance(5000);
  expect(await all(nodes, 1, 2)).toEqual(["two:5433", "one:5432"]);
});

test("what was known stays known while Citus doesn't tell", async () => {
  await placeRealms(db);
  const clock = fixedClock();
  const nodes = knexStorageNodes(db, clock);
  expect(await nodes.nodeOf(1)).toBe("two:5433");
  await db.raw("DROP TABLE pg_dist_placement");
  clock.advance(60_000);
  const statements = await statementsOf(db, async () => {
    await nodes.nodeOf(1);
    await nodes.nodeOf(2);
  });
  expect(statements.length).toBeGreaterThan(0);
  expect(await nodes.nodeOf(1)).toBe("two:5433");
});

test("a database that can't be reached isn't asked by each call", async () => {
  const clock = fixedClock();
  const raw = jest.fn(async () => Promise.reject(new Error("no connection")));
  const nodes = knexStorageNodes({ raw } as unknown as Knex, clock);
  expect(await all(nodes, 1, 2)).toEqual([undefined, undefined]);
  expect(await nodes.nodeOf(1)).toBeUndefined();
  expect(raw).toHaveBeenCalledTimes(1);
  clock.advance(5000);
  expect(await nodes.nodeOf(1)).toBeUndefined();
  expect(raw).toHaveBeenCalledTimes(2);
});

const onCitus = citusUrl ? test : test.skip;

onCitus("Citus plans a realm's statements for the node that it is said to be on", async () => {
  const distributed = await openDistributed(citusUrl);
  const coordinator = distributed.database.db;
  const nodes = knexStorageNodes(coordinator, fixedClock());
  for (const realmId of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const { rows } = await coordinator.raw(`EXPLAIN SELECT FROM realm_heads WHERE realm_id = ${realmId}`);
    const plan = rows.map((row: object) => Object.values(row).join()).join("\n");
    const [, host, port] = /host=(\S+) port=(\d+)/.exec(plan) ?? [];
    expect(await nodes.nodeOf(realmId)).toBe(`${host}:${port}`);
  }
  await distributed.database.destroy();
});
