import { messagesOnly } from "../../support/application/messages-only-queue";
import { aMessageSent, aUser, directConversation } from "../../support/builders/entities";
import { createRealm } from "../../support/storage/commits";
import { knexPersistence } from "../../support/storage/knex-persistence";
import type { Persistence } from "../../support/storage/persistence";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";
import { snapshotOf } from "../../support/storage/user-snapshots";

let database: TestDatabase;
let persistence: Persistence;

beforeAll(async () => {
  database = await createTestDatabase();
  persistence = knexPersistence(database.db);
});
afterAll(() => database.destroy());

const aRealmWithUser = async (): Promise<number> => {
  const { id } = await createRealm(persistence.eventStore, [
    { type: "user_created", user: aUser({ id: 7 }) },
    { type: "channel_folders_set", folders: [], change: { op: "reorder" } },
    aMessageSent({ id: 1 }),
    aMessageSent(
      { id: 2, senderId: 1, conversation: directConversation(500, 1, 7), topic: "" },
      { beginsConversation: true },
    ),
    { type: "topic_policy_set", userId: 7, channelId: 3, topic: "lunch", policy: "muted", setAt: 5 },
  ]);
  return id;
};

const change = async (realmId: number, statement: string): Promise<void> => {
  await database.db.raw(`${statement} AND realm_id = ?`, [realmId]);
};

test.each([
  [
    `UPDATE users SET settings = settings || '{"enterSends": "yes"}' WHERE id = 7`,
    'Row of users (realm_id N, id 7): settings.enterSends: expected boolean, found string "yes"',
  ],
  [
    "UPDATE users SET role = 'king' WHERE id = 7",
    'Row of users (realm_id N, id 7): role: expected "owner" | "administrator" | "moderator" | "member" | "guest", found string "king"',
  ],
  [
    "UPDATE users SET avatar = '{}' WHERE id = 7",
    'Row of users (realm_id N, id 7): avatar.source: expected "generated" | "gravatar" | "upload", found nothing',
  ],
])("refuses a malformed row by its name: %s", async (statement, problem) => {
  const realmId = await aRealmWithUser();
  await change(realmId, statement);
  const expected = problem.replace("N", String(realmId));
  await expect(persistence.snapshots.load(realmId)).rejects.toThrow(expected);
});

test("refuses a malformed topic policy by its user, whoever asks for it", async () => {
  const realmId = await aRealmWithUser();
  await change(realmId, "UPDATE user_topics SET policy = 'adored' WHERE user_id = 7");
  const { userData } = persistence;
  const problem = 'user_id 7): policy: expected "muted" | "unmuted" | "followed", found string "adored"';
  for (const read of [
    () => userData.topicPolicy(realmId, 7, 3, "lunch"),
    () => userData.topicPolicies(realmId, 3, "lunch"),
  ])
    await expect(read()).rejects.toThrow(problem);
});

test("refuses malformed numbers of a realm's newest ids", async () => {
  const realmId = await aRealmWithUser();
  await change(realmId, `UPDATE realm_heads SET ids = '{"channel": "7"}' WHERE true`);
  const { eventStore } = knexPersistence(database.db);
  await expect(eventStore.begin(realmId, 0)).rejects.toThrow(
    `Row of realm_heads (realm_id ${realmId}): ids.channel: expected id, found string "7"`,
  );
});

test("refuses malformed participants of direct messages by their conversation", async () => {
  const realmId = await aRealmWithUser();
  await change(realmId, "UPDATE direct_conversations SET participants_key = '1,x' WHERE id = 500");
  const problem = 'Row of direct_conversations (id 500): 1: expected id, found string "x"';
  for (const part of ["directs", "unread"] as const) {
    const parts = { ...messagesOnly.fetch, [part]: true };
    await expect(snapshotOf(persistence, realmId, 7, { parts })).rejects.toThrow(problem);
  }
  await expect(persistence.messages.byIds(realmId, [2])).rejects.toThrow(problem);
});

test("refuses a message with a malformed reaction by its id", async () => {
  const realmId = await aRealmWithUser();
  await change(realmId, `UPDATE messages SET reactions = '[{"userId": 1}]' WHERE id = 1`);
  await expect(persistence.messages.byIds(realmId, [1])).rejects.toThrow(
    "Row of messages (id 1): reactions.0.emoji: expected object, found nothing",
  );
});

test("settings added since a user was stored have their defaults, and removed ones do no harm", async () => {
  const realmId = await aRealmWithUser();
  await change(
    realmId,
    `UPDATE users SET settings = (settings - 'hideAiFeatures') || '{"gone": 1}', status = '{}' WHERE id = 7`,
  );
  const { users } = await persistence.snapshots.load(realmId);
  const withMore = Object.assign({ gone: 1 }, aUser().settings);
  expect([...users.values()]).toEqual([aUser({ id: 7, settings: withMore })]);
});

test("ignores columns that a newer version has added", async () => {
  const realmId = await aRealmWithUser();
  await database.db.raw("ALTER TABLE users ADD COLUMN favourite_color text NOT NULL DEFAULT 'red'");
  const { users } = await persistence.snapshots.load(realmId);
  await database.db.raw("ALTER TABLE users DROP COLUMN favourite_color");
  expect([...users.values()]).toEqual([aUser({ id: 7 })]);
});

test("treats a queue that asks for something unknown to this version as gone", async () => {
  const realmId = await aRealmWithUser();
  const { queueStore } = persistence;
  const queue = {
    id: "q",
    userId: 7,
    categories: null,
    narrow: [],
    allPublicChannels: false,
    presentation: {},
    startsAfter: 0,
    acknowledged: 0,
    lastSeenAt: 5,
    idleTimeoutSeconds: 600,
    heardRunOf: null,
    heardWebBuild: null,
  };
  await queueStore.add(realmId, queue, [7], { count: 9, narrowBytes: 9 });
  expect(await queueStore.find(realmId, "q")).toEqual(queue);
  await change(
    realmId,
    `UPDATE event_queues SET narrow = '[{"operator": "smell", "negated": false}]' WHERE id = 'q'`,
  );
  expect(await queueStore.find(realmId, "q")).toBeUndefined();
});
