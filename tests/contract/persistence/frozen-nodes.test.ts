import * as E from "fp-ts/Either";
import type { Knex } from "knex";
import {
  longestPause,
  openDatabase,
  statementLimits,
} from "../../../src/adapters/persistence/knex/database/database";
import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { secretSeals } from "../../../src/adapters/security/seals";
import { systemClock } from "../../../src/adapters/system/clock";
import type { RealmOwnership } from "../../../src/adapters/wakeup/realm-ownership";
import { aMessageSent } from "../../support/builders/entities";
import { commitOf, createRealm } from "../../support/storage/commits";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
const pools: Knex[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const db of pools) await db.destroy();
  await database.destroy();
});

/** A node with the pool that changes use, which takes the realm's lock because no other node answers. */
const node = () => {
  const db = openDatabase(database.connection, { statementsWithin: statementLimits.commit });
  pools.push(db);
  const ownership: RealmOwnership = { acquire: async () => ({ kind: "unanswered" }), release: () => {} };
  return { db, store: knexEventStore(db, systemClock, secretSeals("a secret of nobody"), ownership) };
};
type Store = ReturnType<typeof node>["store"];

const send = async (store: Store, realmId: number, id: number, thinking = 0): Promise<boolean> => {
  const slot = await store.begin(realmId, 0);
  await new Promise((resolve) => setTimeout(resolve, thinking));
  return E.isRight(await slot.append(commitOf(slot.head, [aMessageSent({ id })])));
};

test("changes wait for a node that froze with the organization's lock, and then succeed", async () => {
  const [frozen, { store }] = [node(), node()];
  const { id } = await createRealm(store);
  const transaction = await frozen.db.transaction();
  await transaction.raw("SELECT FROM realm_heads WHERE realm_id = ? FOR UPDATE", [id]);
  const began = performance.now();
  expect(await send(store, id, 1)).toBe(true);
  const waited = performance.now() - began;
  expect(waited).toBeGreaterThan(longestPause / 2);
  expect(waited).toBeLessThan(statementLimits.commit / 2);
  await transaction.rollback().catch(() => undefined);
});

test("a node that decides for longer than a transaction may be idle keeps its lock", async () => {
  const [slow, { store }] = [node(), node()];
  const { id } = await createRealm(store);
  const slowly = send(slow.store, id, 1, longestPause + 1000);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await send(store, id, 2)).toBe(true);
  expect(await slowly).toBe(true);
});
