import type { Knex } from "knex";
import {
  commitInTwoPhases,
  twoPhaseTable,
} from "../../../src/adapters/persistence/knex/database/distribution";
import { newBot } from "../../../src/domain/bots/bot";
import type { JobOrder } from "../../../src/domain/jobs/job";
import { aMoment } from "../../support/application/fakes";
import { aJob } from "../../support/application/jobs";
import { aMessageSent, aUser } from "../../support/builders/entities";
import fc from "../../support/random/fast-check";
import { historyOf, someSteps } from "../../support/random/histories";
import { commitAll, commitOf, createRealm } from "../../support/storage/commits";
import { acrossRealms } from "../../support/storage/distribution/across-realms";
import { copiedInserts, copiesOf } from "../../support/storage/distribution/copied-inserts";
import type { FunctionUse } from "../../support/storage/distribution/function-statements";
import type { Distributed } from "../../support/storage/distribution/open-distributed";
import { type Notice, type TreeNode, treeOf } from "../../support/storage/distribution/parse-trees";
import { planWith, useOf } from "../../support/storage/distribution/plans";
import { forgetLoaded, watchCode } from "../../support/storage/distribution/reached-code";
import { readCatalog, refusalsOf } from "../../support/storage/distribution/refused-statements";
import {
  calledIn,
  isAcross,
  isDistributed,
  isOfCitus,
  isOfCoordinator,
  objectionsToFunction,
  runsAtRealm,
  staysInRealm,
  tablesOf,
  tablesOfFunction,
  type UsedStatement,
} from "../../support/storage/distribution/rules";
import { perhapsReached, unreachedCode } from "../../support/storage/distribution/unreached-code";
import {
  answers,
  aQuestion,
  type Question,
  questionsOfTerms,
  unreadQuestions,
} from "../../support/storage/every-read";
import { memoryPersistence } from "../../support/storage/persistence";
import { statementsOf } from "../../support/storage/statements-of";
import { snapshotOf } from "../../support/storage/user-snapshots";
import { everyContract } from "./every-contract";

/** An empty database of a Citus coordinator, with the extension. */
const citusUrl = process.env.PARLEY_TEST_CITUS_URL;

const adapter = "/src/adapters/persistence/knex/";

let distributed: Distributed;
let watched: Awaited<ReturnType<typeof watchCode>>;

beforeAll(async () => {
  watched = await watchCode(adapter);
  forgetLoaded([adapter, "/tests/support/storage/"]);
  const { openDistributed } = require("../../support/storage/distribution/open-distributed");
  distributed = await openDistributed(citusUrl);
});
afterAll(() => distributed.database.destroy());

describe("persistence on Citus", () => everyContract(() => distributed.persistence));

const seed = 22;

/** Steps that happen to the same realm in memory and in the database, and some events that they may lack. */
const afterSteps = async (count: number) => {
  const { persistence } = distributed;
  const memory = memoryPersistence();
  const events = [
    ...historyOf(fc.sample(someSteps, { seed, numRuns: count }).flat()),
    { type: "domain_added", domain: { id: 9001, domain: "example.net", allowSubdomains: false } } as const,
    { type: "domain_changed", domain: { id: 9001, domain: "example.net", allowSubdomains: true } } as const,
    { type: "muted_users_set", userId: 1, muted: [{ userId: 2, since: aMoment }] } as const,
    { type: "topic_policy_set", userId: 1, channelId: 1, topic: "lunch", policy: "muted", setAt: 1 } as const,
    { type: "user_status_changed", userId: 1, change: { text: "away" } } as const,
    { type: "user_created", user: aUser({ id: 9001, bot: newBot("generic", 1) }) } as const,
    { type: "bot_changed", userId: 9001, change: { ownerId: 2 }, ownerBefore: 1 } as const,
  ];
  const [inMemory, stored] = [
    await createRealm(memory.eventStore),
    await createRealm(persistence.eventStore),
  ];
  await commitAll(memory.eventStore, inMemory.id, events);
  await commitAll(persistence.eventStore, stored.id, events);
  return {
    expectSame: async (question: Question): Promise<void> => {
      const { userId } = question;
      expect(await answers(persistence, stored.id, question)).toEqual(
        await answers(memory, inMemory.id, question),
      );
      expect(await snapshotOf(persistence, stored.id, userId)).toEqual(
        await snapshotOf(memory, inMemory.id, userId),
      );
    },
  };
};

test("PostgreSQL and memory give the same answers to users' requests", async () => {
  const { expectSame } = await afterSteps(6);
  const questions = [...fc.sample(aQuestion, { seed, numRuns: 60 }), ...unreadQuestions, ...questionsOfTerms];
  for (const question of questions) await expectSame(question);
});

test("after a long history, PostgreSQL and memory hold the same data", async () => {
  const { expectSame } = await afterSteps(200);
  for (const question of fc.sample(aQuestion, { seed, numRuns: 3 })) await expectSame(question);
});

/** On Citus, another server would wait. */
const testOnPlain = citusUrl ? test.skip : test;

testOnPlain("events are pruned once another transaction releases the realm's lock", async () => {
  const { database, persistence } = distributed;
  const { id } = await createRealm(persistence.eventStore);
  await commitAll(persistence.eventStore, id, historyOf([]));
  const blocking = await database.db.transaction();
  await blocking.raw("SELECT FROM realm_heads WHERE realm_id = ? FOR UPDATE", [id]);
  const pruning = persistence.eventLog.prune([{ realmId: id, upTo: 1 }], Number.MAX_SAFE_INTEGER);
  const isWaiting =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await database.db.raw(isWaiting)).rows.length === 0);
  await blocking.commit();
  await pruning;
  expect(await persistence.eventLog.prunedUpTo(id)).toBe(1);
});

test("an upgrade fills columns of every realm", () => distributed.upgradeAgain());

const isNotDeclared = (text: string): boolean =>
  !Object.keys(copiedInserts).some((beginning) => text.trim().startsWith(beginning));

/** Citus tells how it would insert what it selects. */
const testOnCitus = citusUrl ? test : test.skip;

testOnCitus("each insert runs where the realm's rows are, and isn't copied there", async () => {
  const { db } = distributed.database;
  const inserting = distributed.recorded().filter(({ text }) => /^\s*INSERT/i.test(text));
  expect(inserting.length).toBeGreaterThan(50);
  const copied: string[] = [];
  for (const { text, runs } of inserting) {
    const plan = await planWith(db, text, runs[0] ?? []);
    if (plan.includes("INSERT/SELECT method")) copied.push(text);
  }
  expect(copied.filter(isNotDeclared)).toEqual([]);
});

test("jobs are committed with a realm's rows in two phases, which nothing else needs", async () => {
  const { database, persistence } = distributed;
  const { id } = await createRealm(persistence.eventStore);
  const commit = async (jobs: readonly JobOrder[]) => {
    const slot = await persistence.eventStore.begin(id, 0);
    await slot.append({ ...commitOf(slot.head, [aMessageSent({ id: slot.head.position + 1 })]), jobs });
  };
  const phases = (statements: readonly string[]) => statements.filter((text) => text.includes(twoPhaseTable));
  expect(phases(await statementsOf(database.db, () => commit([])))).toEqual([]);
  expect(phases(await statementsOf(database.db, () => commit([aJob("a")])))).toHaveLength(1);
});

/** What Citus sends to the nodes of realms. */
const sentByCitus = async (inTransaction: (trx: Knex.Transaction) => Promise<void>) => {
  const sent: string[] = [];
  await distributed.database.db.transaction(async (trx) => {
    const connection = await trx.client.acquireConnection();
    connection.on("notice", ({ message = "" }: Notice) => sent.push(message));
    await trx.raw("SET LOCAL client_min_messages = notice");
    await trx.raw("SET LOCAL citus.log_remote_commands = on");
    await inTransaction(trx);
  });
  return sent.join();
};

testOnCitus("a transaction that asks for two phases prepares before it commits", async () => {
  const { id } = await createRealm(distributed.persistence.eventStore);
  const change = async (trx: Knex.Transaction) => {
    await trx.raw("UPDATE realm_heads SET forgotten = 0 WHERE realm_id = ?", [id]);
  };
  expect(await sentByCitus(change)).not.toContain("PREPARE TRANSACTION");
  const prepares = await sentByCitus(async (trx) => {
    await change(trx);
    await commitInTwoPhases(trx);
  });
  // Where the coordinator itself holds the realm, one commit is enough.
  expect(prepares).toMatch(/PREPARE TRANSACTION|executing the command locally: UPDATE/);
});

/** Statements can be explained on a plain PostgreSQL only. Citus itself refuses what it can't run. */
const onPlain = citusUrl ? describe.skip : describe;

onPlain("each statement", () => {
  let used: readonly (UsedStatement & { readonly sent: string })[];
  let ofFunctions: readonly FunctionUse[];

  beforeAll(async () => {
    used = await Promise.all(
      distributed.recorded().map(async ({ text, runs }) => ({
        sent: text,
        text: text.trim().replace(/\s+/g, " "),
        runs,
        use: await useOf(distributed.database.db, text),
      })),
    );
    ofFunctions = await distributed.functions();
  });

  const textsWhere = (test: (one: UsedStatement) => boolean): readonly string[] =>
    used.filter(test).map(({ text }) => text);

  test("compares the realm of each distributed table with the same constant, or is declared to read across realms", () => {
    expect(used.length).toBeGreaterThan(300);
    const stray = textsWhere((one) => !staysInRealm(one)).filter(
      (text) => !Object.keys(acrossRealms).some((beginning) => text.startsWith(beginning)),
    );
    expect(stray).toEqual([]);
  });

  test("reads across realms if it is declared to, and then neither changes nor locks anything", () => {
    const across = textsWhere(
      (one) => isAcross(one) && !one.use.locks && one.use.changed.length + one.use.inserted.length === 0,
    );
    const others = Object.keys(acrossRealms).filter(
      (beginning) => !across.some((text) => text.startsWith(beginning)),
    );
    expect(others).toEqual([]);
  });

  test("uses tables of the coordinator or distributed ones, not both", () => {
    const mixing = textsWhere(({ text, use }) => {
      const tables = [...tablesOf(use), ...calledIn(text, ofFunctions).flatMap(tablesOfFunction)];
      return tables.some(isDistributed) && tables.some(isOfCoordinator);
    });
    expect(mixing).toEqual([]);
  });

  test("inserts into a distributed table by itself, not in a WITH query nor beside one that changes rows", () => {
    expect(textsWhere(({ use }) => use.insertsInSteps && use.inserted.some(isDistributed))).toEqual([]);
  });

  test("changes rows by what Citus can plan", async () => {
    const { db } = distributed.database;
    const catalog = await readCatalog(db);
    const changing: { readonly text: string; readonly tree: TreeNode }[] = [];
    for (const { sent, text, use } of used)
      if (use.inserted.length + use.changed.length > 0) changing.push({ text, tree: await treeOf(db, sent) });
    const nested = ofFunctions.flatMap(({ name, trees }) =>
      trees.map((tree) => ({ text: `in ${name}`, tree })),
    );
    const refused = [...changing, ...nested].flatMap(({ text, tree }) =>
      refusalsOf(tree, catalog, isOfCitus).map((reason) => `${reason}: ${text}`),
    );
    expect(changing.length).toBeGreaterThan(50);
    expect(nested.length).toBeGreaterThan(20);
    expect(refused).toEqual([]);
  });

  test("inserts selected rows where the realm's rows are, without copying them there, or is declared", async () => {
    const { db } = distributed.database;
    const catalog = await readCatalog(db);
    const copied: string[] = [];
    for (const { sent, text, use } of used)
      if (use.inserted.length > 0)
        for (const reason of copiesOf(await treeOf(db, sent), catalog)) copied.push(`${text}: ${reason}`);
    expect(copied.filter(isNotDeclared)).toEqual([]);
    const others = Object.keys(copiedInserts).filter(
      (beginning) => !copied.some((text) => text.startsWith(beginning)),
    );
    expect(others).toEqual([]);
  });

  test("in a function stays in the realm of its first argument, as Citus does with those that it runs there", async () => {
    expect(ofFunctions.flatMap(objectionsToFunction)).toEqual([]);
    expect(ofFunctions.filter(runsAtRealm).map(({ name }) => name)).toEqual([
      "add_event_queues",
      "append_messages",
    ]);
  });

  test("calls such a function by itself, without using a table", () => {
    const beside = textsWhere(
      ({ text, use }) => calledIn(text, ofFunctions).some(runsAtRealm) && tablesOf(use).length > 0,
    );
    expect(beside).toEqual([]);
  });

  test("was sent: all of the adapter ran, but what is declared not to, and why", async () => {
    const unreached = await watched.unreached();
    const declared = [...Object.keys(unreachedCode), ...Object.keys(perhapsReached)];
    expect(unreached.filter((code) => !declared.some((beginning) => code.startsWith(beginning)))).toEqual([]);
    const reached = Object.keys(unreachedCode).filter(
      (beginning) => !unreached.some((code) => code.startsWith(beginning)),
    );
    expect(reached).toEqual([]);
  });
});
