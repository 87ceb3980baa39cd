import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import {
  coordinatorTables,
  distribute,
  referenceTables,
} from "../../../src/adapters/persistence/knex/database/distribution";
import { migrate } from "../../../src/adapters/persistence/knex/database/migrate";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import fc from "../../support/random/fast-check";
import { historyOf, someSteps } from "../../support/random/histories";
import { commitAll, createRealm } from "../../support/storage/commits";
import { acrossRealms } from "../../support/storage/distribution/across-realms";
import { type StatementUse, useOf } from "../../support/storage/distribution/plans";
import { watchFunctions } from "../../support/storage/distribution/reached-functions";
import { type Recorded, recordStatements } from "../../support/storage/distribution/recorded-statements";
import { standInForCitus } from "../../support/storage/distribution/stand-in";
import { answers, aQuestion, unreadQuestions } from "../../support/storage/every-read";
import { knexPersistence } from "../../support/storage/knex-persistence";
import { memoryPersistence, type Persistence } from "../../support/storage/persistence";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";
import { snapshotOf } from "../../support/storage/user-snapshots";
import { everyContract } from "./every-contract";

/** An empty database of a Citus coordinator, with the extension. */
const citusUrl = process.env.PARLEY_TEST_CITUS_URL;

const onCitus = async (url: string): Promise<TestDatabase> => {
  const db = openDatabase(url);
  await migrate(db);
  const patient = openDatabase(url, { poolSize: 1, statementsWithin: 0 });
  await distribute(patient);
  await patient.destroy();
  return { db, connection: url, destroy: () => db.destroy() };
};

/** A plain PostgreSQL that the adapter takes for Citus. */
const onStandIn = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  await standInForCitus(database.db);
  await distribute(database.db);
  return database;
};

let database: TestDatabase;
let persistence: Persistence;
let recorded: ReadonlyMap<string, Recorded>;
let watched: Awaited<ReturnType<typeof watchFunctions>>;

beforeAll(async () => {
  watched = await watchFunctions("/src/adapters/persistence/knex/");
  database = await (citusUrl ? onCitus(citusUrl) : onStandIn());
  recorded = recordStatements(database.db);
  persistence = knexPersistence(database.db);
});
afterAll(() => database.destroy());

describe("persistence on Citus", () => everyContract(() => persistence));

test("users' requests get the same answers as in memory", async () => {
  const seed = 22;
  const events = [
    ...historyOf(fc.sample(someSteps, { seed, numRuns: 6 }).flat()),
    { type: "user_status_changed", userId: 1, change: { text: "away" } } as const,
    { type: "user_created", user: aUser({ id: 9001, bot: newBot("generic", 1) }) } as const,
    { type: "bot_changed", userId: 9001, change: { ownerId: 2 }, ownerBefore: 1 } as const,
  ];
  const memory = memoryPersistence();
  const ids = [];
  for (const one of [memory, persistence]) {
    const { id } = await createRealm(one.eventStore);
    await commitAll(one.eventStore, id, events);
    ids.push(id);
  }
  const [inMemory = 0, stored = 0] = ids;
  for (const question of [...fc.sample(aQuestion, { seed, numRuns: 60 }), ...unreadQuestions]) {
    expect(await answers(persistence, stored, question)).toEqual(await answers(memory, inMemory, question));
    const { userId } = question;
    expect(await snapshotOf(persistence, stored, userId)).toEqual(await snapshotOf(memory, inMemory, userId));
  }
});

/** Statements can be explained on a plain PostgreSQL only. Citus itself refuses what it can't run. */
const onPlain = citusUrl ? describe.skip : describe;

onPlain("each statement", () => {
  const isDistributed = (table: string): boolean =>
    !(table in referenceTables) && !(table in coordinatorTables);
  let uses: readonly { readonly text: string; readonly use: StatementUse }[];

  beforeAll(async () => {
    uses = await Promise.all(
      [...recorded.values()].map(async (one) => ({
        text: one.text.trim().replace(/\s+/g, " "),
        use: await useOf(database.db, one),
      })),
    );
  });

  const textsWhere = (test: (use: StatementUse) => boolean): readonly string[] =>
    uses.filter(({ use }) => test(use)).map(({ text }) => text);
  const tablesOf = ({ scans, inserted, changed }: StatementUse): readonly string[] => [
    ...scans.map(({ table }) => table),
    ...inserted,
    ...changed,
  ];
  /** Realms that the scans of distributed tables are restricted to; undefined for a scan that isn't. */
  const realmsOf = ({ scans }: StatementUse): ReadonlySet<string | undefined> =>
    new Set(scans.filter(({ table }) => isDistributed(table)).map(({ realm }) => realm));
  const isAcross = (use: StatementUse): boolean => [...realmsOf(use)].join() === "" && realmsOf(use).size > 0;

  test("compares the realm of each distributed table with the same constant, or is declared to read across realms", () => {
    expect(uses.length).toBeGreaterThan(300);
    const stray = textsWhere((use) => realmsOf(use).size > 1 || realmsOf(use).has(undefined)).filter(
      (text) => !Object.keys(acrossRealms).some((beginning) => text.startsWith(beginning)),
    );
    expect(stray).toEqual([]);
  });

  test("reads across realms if it is declared to, and then neither changes nor locks anything", () => {
    const across = textsWhere(
      (use) => isAcross(use) && !use.locks && use.changed.length + use.inserted.length === 0,
    );
    const others = Object.keys(acrossRealms).filter(
      (beginning) => !across.some((text) => text.startsWith(beginning)),
    );
    expect(others).toEqual([]);
  });

  test("uses tables of the coordinator or distributed ones, not both", () => {
    const mixing = textsWhere((use) => {
      const tables = tablesOf(use);
      return tables.some(isDistributed) && tables.some((table) => table in coordinatorTables);
    });
    expect(mixing).toEqual([]);
  });

  test("inserts into a distributed table by itself, not in a WITH query nor beside one that changes rows", () => {
    expect(textsWhere((use) => use.insertsInSteps && use.inserted.some(isDistributed))).toEqual([]);
  });

  test("was sent: every function of the adapter ran, but some that send none", async () => {
    // Whether a turn holds the lock while it decides depends on what else is under way.
    const whileNodesContend = new Set([
      "contention.ts settled",
      "event-store.ts append",
      "event-store.ts giveBack",
      "event-store.ts rollback",
    ]);
    expect((await watched.unreached()).filter((name) => !whileNodesContend.has(name))).toEqual([]);
  });
});
