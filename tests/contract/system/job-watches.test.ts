import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { watchJobs } from "../../../src/composition/components/job-watches";
import { millisecondsIn } from "../../../src/domain/units/time";
import { fixedClock } from "../../support/application/fakes";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

const { minute } = millisecondsIn;

let database: TestDatabase;
const connected: Knex[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  for (const db of connected.splice(0)) await db.destroy();
});
afterAll(() => database.destroy());

/** A server on the database. */
const connect = async (name: string): Promise<Knex> => {
  const db = openDatabase(database.connection, { poolSize: 1, name });
  connected.push(db);
  await db.raw("SELECT 1");
  return db;
};
const named = (host: string, role: string) => `parley 1 postgres/disk/1 ${host}/${role}`;

/** A watch on a server that runs no jobs. */
const watching = async (overdue: number, { isEmbedded = false } = {}) => {
  const clock = fixedClock();
  const lines: string[] = [];
  let looked = 0;
  const service = watchJobs(
    { databaseUrl: isEmbedded ? undefined : "postgres://here/parley" },
    {
      db: database.db,
      deadLetters: {
        standing: async () => {
          looked += 1;
          return [{ kind: "deliver_mail", overdue, givenUp: 0 }];
        },
      },
      clock,
      warn: (line) => lines.push(line),
      onError: (error) => {
        throw error;
      },
      everyMilliseconds: 5,
    },
  );
  await service.start();
  stops.push(() => service.stop());
  /** The warnings after a whole look that begins now. */
  const look = async (): Promise<readonly string[]> => {
    const enough = looked + 2;
    while (looked < enough) await sleep(2);
    return lines;
  };
  return { clock, look };
};

const line =
  "Jobs are overdue: every server on this database has PARLEY_ROLE=web, so nobody sends mail and notifications, calls bots or cleans up. Start one with PARLEY_ROLE=jobs or all";

test("while jobs are overdue and every server only serves people, one warning comes in five minutes", async () => {
  await connect(named("one", "web"));
  await connect(named("two", "web"));
  const { look, clock } = await watching(2 * minute);
  expect(await look()).toEqual([line]);
  clock.advance(4 * minute);
  expect(await look()).toEqual([line]);
  clock.advance(minute);
  expect(await look()).toEqual([line, line]);
});

test("nobody warns if jobs begin on time", async () => {
  await connect(named("one", "web"));
  const { look } = await watching(minute);
  expect(await look()).toEqual([]);
});

test.each([
  ["a server runs jobs", named("two", "jobs")],
  ["a server doesn't name its role", "parley 1 postgres/disk/1 two"],
])("nobody warns if jobs are overdue while %s", async (_, name) => {
  await connect(named("one", "web"));
  await connect(name);
  const { look } = await watching(2 * minute);
  expect(await look()).toEqual([]);
});

test("nobody warns where a pooler hides the servers' names", async () => {
  await connect("pooler");
  const { look } = await watching(2 * minute);
  expect(await look()).toEqual([]);
});

test("on an embedded database, nobody else can run the jobs", async () => {
  const { look } = await watching(2 * minute, { isEmbedded: true });
  expect(await look()).toEqual([line]);
});
