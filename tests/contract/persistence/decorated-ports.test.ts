import type { Knex } from "knex";
import { retried } from "../../../src/adapters/decorators/retried";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { isLostConnection } from "../../../src/adapters/persistence/knex/database/lost-connection";
import { noTracing } from "../../../src/adapters/tracing/no-tracing";
import { knexPorts } from "../../../src/composition/adapters/persistence";
import { reversingSeals } from "../../support/application/fakes";
import { type MemoryMetrics, memoryMetrics } from "../../support/application/memory-metrics";
import { aMessageSent } from "../../support/builders/entities";
import { commitAll, commitOf, createRealm } from "../../support/storage/commits";
import { knexPersistence } from "../../support/storage/knex-persistence";
import type { Persistence } from "../../support/storage/persistence";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";
import { eventLogContract } from "../events/event-log.contract";
import { messageReaderContract } from "../messages/message-reader.contract";
import { realmRegistryContract } from "../realm/realm-registry.contract";

let database: TestDatabase;
let metrics: MemoryMetrics;
let persistence: Persistence;
let reading: Knex;

beforeAll(async () => {
  database = await createTestDatabase();
  // A single connection, so that the test knows which one to terminate.
  reading = openDatabase(database.connection, { poolSize: 1 });
  metrics = memoryMetrics();
  const { clock, ...plain } = knexPersistence(database.db);
  const ports = knexPorts(reading, database.db, {
    clock,
    seals: reversingSeals,
    metrics,
    tracing: noTracing,
    onError: () => {},
  });
  persistence = { ...plain, clock, ...ports };
});
afterAll(async () => {
  await reading.destroy();
  await database.destroy();
});

describe("ports as a server has them, with metrics and retries", () => {
  describe("messages", () => messageReaderContract(() => persistence));
  describe("the event log", () => eventLogContract(() => persistence));
  describe("the realm registry", () => realmRegistryContract(() => persistence));
});

const backendOf = async (db: Knex): Promise<number> =>
  (await db.raw("SELECT pg_backend_pid() AS pid")).rows[0].pid;
const end = (pid: number) => database.db.raw("SELECT pg_terminate_backend(?)", [pid]);

test("a read whose connection the database closes still succeeds and counts as a retry", async () => {
  const { id } = await createRealm(persistence.eventStore, []);
  const before = metrics.counted("port_calls_total", { port: "realm registry", method: "page" });
  await end(await backendOf(reading));
  expect((await persistence.registry.page(0, 100)).map((realm) => realm.id)).toContain(id);
  expect(metrics.counted("port_calls_total", { port: "realm registry", method: "page" })).toBe(before + 1);
  expect(metrics.counted("port_errors_total", { port: "realm registry", method: "page" })).toBe(0);
});

test("recognizes a query that is cut off halfway and repeats it", async () => {
  let asked = 0;
  const slow = {
    ask: async (): Promise<number> => {
      asked += 1;
      const { rows } = await reading.raw("SELECT pg_sleep(?), 7 AS answer", [asked === 1 ? 30 : 0]);
      return rows[0].answer;
    },
  };
  const retries: string[] = [];
  const patient = retried(slow, ["ask"], {
    attempts: 3,
    firstWait: 20,
    longestWait: 20,
    mayRecover: isLostConnection,
    random: () => 1,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    mayRetry: () => {},
    onRetry: (method) => {
      retries.push(method);
    },
  });
  const pid = await backendOf(reading);
  const answer = patient.ask();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await end(pid);
  expect(await answer).toBe(7);
  expect([asked, retries]).toEqual([2, ["ask"]]);
});

test("a change whose connection closes before anything is written starts over on another", async () => {
  const writing = openDatabase(database.connection, { poolSize: 2 });
  const { clock } = persistence;
  const { eventStore } = knexPorts(reading, writing, {
    clock,
    seals: reversingSeals,
    metrics,
    tracing: noTracing,
    onError: () => {},
  });
  const { id } = await createRealm(eventStore, []);
  // From here on, slots open with the realm's lock, because another node changed the realm.
  const late = await eventStore.begin(id, 0);
  await commitAll(persistence.eventStore, id, [aMessageSent({ id: 1 })]);
  expect(await late.append(commitOf(late.head, [aMessageSent({ id: 1 })]))).toMatchObject({
    left: { kind: "moved" },
  });
  const lock = await database.db.transaction();
  await lock.raw("SELECT FROM realm_heads WHERE realm_id = ? FOR UPDATE", [id]);
  const slot = eventStore.begin(id, 0);
  let waiting: readonly { readonly pid: number }[] = [];
  while (waiting.length === 0)
    ({ rows: waiting } = await database.db.raw(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    ));
  for (const { pid } of waiting) await end(pid);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await lock.rollback();
  const { head, release } = await slot;
  expect(head.position).toBe(2);
  await release();
  expect(metrics.counted("port_retries_total", { port: "event store", method: "begin" })).toBe(1);
  await writing.destroy();
});

test("a query that the database refuses is not a lost connection", async () => {
  const failed = await reading.raw("SELECT 1 / 0").catch((error) => error);
  expect(isLostConnection(failed)).toBe(false);
  expect(isLostConnection("ECONNRESET")).toBe(false);
});

test.each(["08006", "57P01", "57P02", "57P03", "ECONNRESET", "EPIPE"])(
  "%s counts as a lost connection",
  (code) => {
    expect(isLostConnection(Object.assign(new Error("No more"), { code }))).toBe(true);
  },
);
