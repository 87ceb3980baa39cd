import { isOnCitus } from "../../../src/adapters/persistence/knex/database/by-realm";
import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { JobOrder } from "../../../src/domain/jobs/job";
import { fixedClock, reversingSeals } from "../../support/application/fakes";
import { aJob } from "../../support/application/jobs";
import { aMessageSent, flagsChanged } from "../../support/builders/entities";
import { commitOf, createRealm } from "../../support/storage/commits";
import { statementsOf } from "../../support/storage/statements-of";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // Asked once, whatever is sent later.
  await isOnCitus(database.db);
});
afterAll(() => database.destroy());

/** The statements of a commit with events, by default a message, and jobs. */
const statementsOfCommit = async (
  jobs: readonly JobOrder[],
  events: readonly RealmEvent[] = [aMessageSent({ id: 1 })],
): Promise<readonly string[]> => {
  const { db } = database;
  const eventStore = knexEventStore(db, fixedClock(), reversingSeals);
  const { id } = await createRealm(eventStore);
  const slot = await eventStore.begin(id, 0);
  return statementsOf(db, async () =>
    expect((await slot.append({ ...commitOf(slot.head, events), jobs }))._tag).toBe("Right"),
  );
};

test("a plain message takes one statement that doesn't mention jobs", async () => {
  const statements = await statementsOfCommit([]);
  expect(statements).toHaveLength(1);
  expect(statements.join()).not.toContain("jobs");
});

test("a message with jobs takes one statement too, unless they replace others", async () => {
  const jobs = [aJob("a", { key: "k" }), aJob("b", { isSecret: true }), aJob("c", { lane: "1" })];
  expect(await statementsOfCommit(jobs)).toHaveLength(1);
  const [{ count }] = (await database.db.raw("SELECT count(*)::integer AS count FROM jobs")).rows;
  expect(count).toBe(3);
  const more = await statementsOfCommit([aJob("d", { key: "k", replaces: true })]);
  expect(more.length).toBeGreaterThan(1);
});

/** A user who has read a message, in a conversation of their own. */
const readBy = (userId: number, messageId: number): RealmEvent =>
  flagsChanged({
    userId,
    messageIds: [messageId],
    ranges: [{ conversationId: 1001, ids: [[messageId, messageId + 1]] }],
  });

test("what people have read takes one statement, with messages and jobs or without", async () => {
  expect(await statementsOfCommit([], [readBy(5, 1), readBy(6, 1), readBy(5, 2)])).toHaveLength(1);
  expect(await statementsOfCommit([], [aMessageSent({ id: 1 }), readBy(5, 1)])).toHaveLength(1);
  expect(await statementsOfCommit([aJob("e")], [readBy(7, 1), aMessageSent({ id: 1 })])).toHaveLength(1);
  const unread = flagsChanged({
    op: "remove",
    userId: 5,
    messageIds: [1],
    ranges: [{ conversationId: 1001, ids: [[1, 2]] }],
  });
  expect((await statementsOfCommit([], [readBy(5, 1), unread])).length).toBeGreaterThan(1);
  const { rows } = await database.db.raw(
    "SELECT user_id::integer AS id, read::text FROM read_states ORDER BY realm_id, user_id",
  );
  expect(rows).toEqual([
    { id: 5, read: "{[1,3)}" },
    { id: 6, read: "{[1,2)}" },
    { id: 5, read: "{[1,2)}" },
    { id: 7, read: "{[1,2)}" },
    { id: 5, read: "{}" },
  ]);
});

test("a message that mentions people takes one statement", async () => {
  const mention = aMessageSent(
    { id: 1 },
    { flagsByUser: { "5": ["mentioned"], "6": ["mentioned", "has_alert_word"] } },
  );
  expect(await statementsOfCommit([], [mention, readBy(5, 1)])).toHaveLength(1);
  const { rows } = await database.db.raw(
    "SELECT user_id::integer AS id, flag FROM message_marks ORDER BY 1, 2",
  );
  expect(rows).toEqual([
    { id: 5, flag: "mentioned" },
    { id: 6, flag: "has_alert_word" },
    { id: 6, flag: "mentioned" },
  ]);
});

test("a value that no index accepts fails only its own commit", async () => {
  const eventStore = knexEventStore(database.db, fixedClock(), reversingSeals);
  const { id } = await createRealm(eventStore);
  const key = Array.from({ length: 3000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
  ).join("");
  for (const jobs of [[], [aJob("a", { key: "k", replaces: true })]]) {
    const slot = await eventStore.begin(id, 0);
    const appended = await slot.append({
      ...commitOf(slot.head, [aMessageSent({ id: 1 }, { sendKey: key })]),
      jobs,
    });
    expect(appended).toMatchObject({ _tag: "Left", left: { kind: "refused" } });
  }
});

test("the database parses the statement of a plain message once per connection", async () => {
  const eventStore = knexEventStore(database.db, fixedClock(), reversingSeals);
  const { id } = await createRealm(eventStore);
  for (let sent = 1; sent <= 3; sent += 1) {
    const slot = await eventStore.begin(id, 0);
    await slot.append(commitOf(slot.head, [aMessageSent({ id: sent })]));
  }
  const { rows } = await database.db.raw(
    "SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE name = 'insert_event_message'",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].runs).toBeGreaterThanOrEqual(3);
});
