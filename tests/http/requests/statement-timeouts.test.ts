import { openDatabase, statementLimits } from "../../../src/adapters/persistence/knex/database/database";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
const logged: unknown[] = [];

beforeAll(async () => {
  server = await startServer({ logged: (entry) => logged.push(entry) });
  await server.owner.post("/messages", { type: "channel", to: 1, topic: "x", content: "needle" }).expect(200);
});
afterAll(() => server.stop());

/** Runs this while nobody can read messages. */
const whileLocked = async <A>(work: () => Promise<A>): Promise<A> => {
  const locking = openDatabase(server.database.connection, { poolSize: 1, statementsWithin: 0 });
  const holder = await locking.transaction();
  try {
    await holder.raw("SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE messages");
    return await work();
  } finally {
    await holder.rollback();
    await locking.destroy();
  }
};

test("a slow search is refused with its own code, and a slow plain read with an outage's", async () => {
  const window = { anchor: "newest", num_before: 10, num_after: 0 };
  const narrow = [{ operator: "search", operand: "needle" }];
  const [search, plain] = await whileLocked(() =>
    Promise.all([server.owner.get("/messages", { ...window, narrow }), server.owner.get("/messages/1")]),
  );
  expect([search.status, search.body]).toEqual([
    400,
    { result: "error", msg: expect.stringContaining("takes too long"), code: "READ_TOOK_TOO_LONG" },
  ]);
  expect([plain.status, plain.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(logged).toHaveLength(2);
  expect((await server.owner.get("/messages", { ...window, narrow })).body.messages).toHaveLength(1);
});

test("each kind of work has a statement timeout", async () => {
  const limits = [statementLimits.read, statementLimits.commit, statementLimits.background, 0];
  expect(limits).toEqual([5000, 10_000, 60_000, 0]);
  for (const statementsWithin of limits) {
    const db = openDatabase(server.database.connection, { poolSize: 1, statementsWithin });
    const { rows } = await db.raw("SELECT setting FROM pg_settings WHERE name = 'statement_timeout'");
    await db.destroy();
    expect(rows).toEqual([{ setting: `${statementsWithin}` }]);
  }
});

test("background work may take longer than a request's reads", async () => {
  const background = { ...server.patientServices.messages };
  await expect(
    whileLocked(async () => {
      const reading = background.byIds(server.realmId, [1]);
      const isOver = await Promise.race([
        reading.then(() => true),
        new Promise((resolve) => setTimeout(() => resolve(false), statementLimits.read + 1000)),
      ]);
      return { isOver, reading: () => reading };
    }).then(async ({ isOver, reading }) => [isOver, (await reading()).length]),
  ).resolves.toEqual([false, 1]);
});
