import { knexApiKeyUses } from "../../../src/adapters/persistence/knex/api-keys/api-key-uses";
import { knexEventLog } from "../../../src/adapters/persistence/knex/events/event-log";
import { knexEventQueueStore } from "../../../src/adapters/persistence/knex/events/event-queue-store";
import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexUserSnapshots } from "../../../src/adapters/persistence/knex/events/user-snapshots";
import { knexJobQueue } from "../../../src/adapters/persistence/knex/jobs/job-queue";
import { ofIds } from "../../../src/domain/collections/id-ranges";
import type { RealmEvent } from "../../../src/domain/events/event";
import { jobKinds } from "../../../src/domain/jobs/job";
import { fixedClock, reversingSeals } from "../../support/application/fakes";
import {
  aChannel,
  aMessageSent,
  aQueue,
  aSubscription,
  aUser,
  flagsChanged,
} from "../../support/builders/entities";
import { addQueue } from "../../support/storage/add-queue";
import { commitOf, createRealm } from "../../support/storage/commits";
import { statementsOf } from "../../support/storage/statements-of";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";
import { snapshotOf } from "../../support/storage/user-snapshots";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

/** One request may ask for a thousand changes, which must not cost one statement each. */
const channelIds = Array.from({ length: 300 }, (_, index) => 10 + index);
const userId = 5;

const commit = async (realmId: number, events: readonly RealmEvent[]): Promise<number> => {
  const slot = await knexEventStore(database.db, fixedClock(), reversingSeals).begin(realmId, 0);
  const statements = await statementsOf(database.db, async () =>
    expect((await slot.append(commitOf(slot.head, events)))._tag).toBe("Right"),
  );
  return statements.length;
};

test("muting a thousand channels takes a few statements, and the last change to each wins", async () => {
  const { id: realmId } = await createRealm(knexEventStore(database.db, fixedClock(), reversingSeals));
  await commit(realmId, [
    ...channelIds.map(
      (id): RealmEvent => ({
        type: "channel_created",
        channel: aChannel({ id, conversationId: id, name: `channel ${id}` }),
      }),
    ),
    {
      type: "subscribed",
      subscriptions: channelIds.map((channelId) => aSubscription(userId, channelId)),
      firstMessageId: 1,
      history: {},
    },
  ]);
  const [first = 0, second = 0] = channelIds;
  const statements = await commit(realmId, [
    {
      type: "subscriptions_changed",
      userId,
      changes: [
        ...channelIds.map((channelId) => ({ channelId, change: { isMuted: true } })),
        { channelId: first, change: { isMuted: false } },
        { channelId: second, change: { color: "#123456" } },
      ],
    },
  ]);
  expect(statements).toBeLessThan(12);
  const { rows } = await database.db.raw(
    "SELECT channel_id::integer AS id, is_muted, color FROM subscriptions WHERE realm_id = ? AND user_id = ? ORDER BY channel_id",
    [realmId, userId],
  );
  expect(rows).toHaveLength(channelIds.length);
  expect(rows.slice(0, 3)).toMatchObject([
    { id: first, is_muted: false },
    { id: second, is_muted: true, color: "#123456" },
    { is_muted: true },
  ]);
  expect(rows.filter((row: { is_muted: boolean }) => row.is_muted)).toHaveLength(channelIds.length - 1);
});

test("leaving hundreds of channels takes a few statements, also where some are hidden then", async () => {
  const { id: realmId } = await createRealm(knexEventStore(database.db, fixedClock(), reversingSeals));
  const others = [6, 7];
  await commit(realmId, [
    ...channelIds.map((id) => channelCreated(id, `channel ${id}`)),
    {
      type: "subscribed",
      subscriptions: [userId, ...others].flatMap((id) =>
        channelIds.map((channelId) => aSubscription(id, channelId)),
      ),
      firstMessageId: 1,
      history: {},
    },
  ]);
  const left = channelIds.slice(1);
  const statements = await commit(
    realmId,
    left.flatMap((channelId): readonly RealmEvent[] => [
      {
        type: "unsubscribed",
        channelIds: [channelId],
        userIds: channelId % 2 === 0 ? [userId] : [userId, 6],
        firstMessageId: 9,
      },
      { type: "channel_hidden", channelId, userIds: [userId] },
    ]),
  );
  expect(statements).toBeLessThan(12);
  const { rows } = await database.db.raw(
    `SELECT user_id::integer AS id, count(*) FILTER (WHERE is_active)::integer AS active, max(upper(received))::integer AS until
     FROM subscriptions WHERE realm_id = ? GROUP BY user_id ORDER BY user_id`,
    [realmId],
  );
  expect(rows).toEqual([
    { id: userId, active: 1, until: 9 },
    { id: 6, active: channelIds.length - left.filter((id) => id % 2 === 1).length, until: 9 },
    { id: 7, active: channelIds.length, until: null },
  ]);
});

const channelCreated = (id: number, name: string): RealmEvent => ({
  type: "channel_created",
  channel: aChannel({ id, conversationId: id, name }),
});

test("a hundred new channels with a notice in each, read by their creator, take a few statements", async () => {
  const { id: realmId } = await createRealm(knexEventStore(database.db, fixedClock(), reversingSeals));
  const ids = Array.from({ length: 100 }, (_, index) => 1000 + index);
  const notice = (channelId: number, messageId: number): readonly RealmEvent[] => {
    const conversation = { kind: "channel", id: channelId, channelId } as const;
    return [
      aMessageSent({ id: messageId, conversation, senderId: 1 }),
      flagsChanged({
        userId,
        messageIds: [messageId],
        ranges: [{ conversationId: channelId, ids: ofIds([messageId]) }],
      }),
    ];
  };
  const statements = await commit(realmId, [
    ...ids.map((id) => channelCreated(id, `new ${id}`)),
    ...ids.flatMap((id) => notice(id, id)),
    // Another notice in the last of them.
    ...notice(1099, 1200),
  ]);
  expect(statements).toBeLessThan(12);
  const { rows } = await database.db.raw(
    "SELECT conversation_id::integer AS id, read::text FROM read_states WHERE realm_id = ? AND user_id = ? ORDER BY 1",
    [realmId, userId],
  );
  expect(rows).toHaveLength(100);
  expect(rows.at(0)).toEqual({ id: 1000, read: "{[1000,1001)}" });
  expect(rows.at(-1)).toEqual({ id: 1099, read: "{[1099,1100),[1200,1201)}" });
});

test("messages that are deleted together take a statement, in however many topics they are", async () => {
  const { id: realmId } = await createRealm(knexEventStore(database.db, fixedClock(), reversingSeals));
  const conversation = { kind: "channel", id: 2000, channelId: 2000 } as const;
  const ids = Array.from({ length: 200 }, (_, index) => 3000 + index);
  await commit(realmId, [
    channelCreated(2000, "deleted from"),
    ...ids.map((id) => aMessageSent({ id, conversation, topic: `topic ${id}` })),
  ]);
  const deletion = (id: number, deletedAt: number): RealmEvent => ({
    type: "messages_deleted",
    conversation,
    topic: `topic ${id}`,
    messageIds: [id],
    deletedAt,
  });
  const statements = await commit(
    realmId,
    ids.map((id) => deletion(id, id < 3100 ? 7000 : 8000)),
  );
  expect(statements).toBeLessThan(12);
  const { rows } = await database.db.raw(
    "SELECT id::integer, deleted_at::integer AS at FROM archived_messages WHERE realm_id = ? ORDER BY id",
    [realmId],
  );
  expect(rows).toEqual(ids.map((id) => ({ id, at: id < 3100 ? 7000 : 8000 })));
});

test("accounts that end together take a few statements", async () => {
  const { id: realmId } = await createRealm(knexEventStore(database.db, fixedClock(), reversingSeals));
  const ids = Array.from({ length: 50 }, (_, index) => 4000 + index);
  await commit(
    realmId,
    ids.map((id): RealmEvent => ({ type: "user_created", user: aUser({ id }) })),
  );
  const ends = ids
    .slice(1)
    .map((id): RealmEvent => ({ type: "user_deactivated", userId: id, firstMessageId: 9 }));
  expect(await commit(realmId, ends)).toBeLessThan(12);
  const { rows } = await database.db.raw(
    "SELECT id::integer FROM users WHERE realm_id = ? AND is_active AND id >= 4000",
    [realmId],
  );
  expect(rows).toEqual([{ id: 4000 }]);
});

test("users who change together take a few statements, and the last change of each wins", async () => {
  const { id: realmId } = await createRealm(knexEventStore(database.db, fixedClock(), reversingSeals));
  const ids = Array.from({ length: 50 }, (_, index) => 5000 + index);
  await commit(
    realmId,
    ids.map((id): RealmEvent => ({ type: "user_created", user: aUser({ id, fullName: "Before" }) })),
  );
  const [first = 0] = ids;
  const named = (id: number, fullName: string): RealmEvent => ({
    type: "user_changed",
    userId: id,
    change: { fullName },
  });
  const away = (id: number, text: string): RealmEvent => ({
    type: "user_status_changed",
    userId: id,
    change: { text },
  });
  const statements = await commit(realmId, [
    ...ids.slice(1).map((id) => named(id, "After")),
    { type: "user_changed", userId: first, change: { fullName: "Between", timezone: "Asia/Tokyo" } },
    named(first, "Last"),
    ...ids.map((id) => away(id, "away")),
    away(first, "back"),
  ]);
  expect(statements).toBeLessThan(12);
  const { rows } = await database.db.raw(
    `SELECT count(*)::integer, full_name, timezone, status ->> 'text' AS status FROM users
     WHERE realm_id = ? AND id >= 5000 GROUP BY 2, 3, 4 ORDER BY 1`,
    [realmId],
  );
  expect(rows).toMatchObject([
    { count: 1, full_name: "Last", timezone: "Asia/Tokyo", status: "back" },
    { count: 49, full_name: "After", status: "away" },
  ]);
});

test("a claim first finds the kinds that are due, and then looks only at those", async () => {
  const queue = knexJobQueue(database.db, reversingSeals);
  await database.db.raw("TRUNCATE jobs");
  const asked: string[] = [];
  const listen = ({ sql }: { readonly sql: string }) => asked.push(sql);
  const claim = () =>
    queue.claim(
      jobKinds.map((kind) => ({ kind, limit: 5 })),
      1000,
      60_000,
    );
  database.db.on("query", listen);
  try {
    expect(await claim()).toEqual([]);
    expect(asked.filter((sql) => sql.includes("claimed AS"))).toEqual([]);
    await database.db.raw(
      `INSERT INTO jobs (realm_id, kind, payload, due_at)
       VALUES (1, 'call_bot', '{}', 1), (1, 'send_reminder', '{}', 2), (1, 'send_push', '{}', 9999999999999)`,
    );
    expect((await claim()).map(({ kind }) => kind)).toEqual(["call_bot", "send_reminder"]);
    expect(asked.filter((sql) => sql.includes("claimed AS")).map((sql) => sql.match(/seen_\d+ AS/g))).toEqual(
      [["seen_0 AS", "seen_1 AS"]],
    );
  } finally {
    database.db.off("query", listen);
  }
});

test("a job of a lane is settled in one statement, which lets the next one go on", async () => {
  const queue = knexJobQueue(database.db, reversingSeals);
  await database.db.raw(
    `INSERT INTO jobs (realm_id, kind, lane, payload, due_at)
     SELECT 1, 'call_bot', 'bot', '{}', n FROM generate_series(1, 3) n`,
  );
  const claim = () => queue.claim([{ kind: "call_bot", limit: 5 }], 1000, 60_000);
  for (let count = 0; count < 3; count += 1) {
    const [job, ...others] = await claim();
    if (job === undefined) throw new Error("The lane was to go on");
    // Parks those behind it.
    expect([...others, ...(await claim())]).toEqual([]);
    expect(await statementsOf(database.db, () => queue.complete(job, []))).toHaveLength(1);
  }
  expect(await claim()).toEqual([]);
});

test("a user's snapshot is one statement; queues that are added at once, questions for one realm's head, and uses of keys share one", async () => {
  const { id: realmId } = await createRealm(knexEventStore(database.db, fixedClock(), reversingSeals));
  const countedOf = async (work: () => Promise<unknown>): Promise<number> =>
    (await statementsOf(database.db, work)).length;
  const userSnapshots = knexUserSnapshots(database.db);
  const queueStore = knexEventQueueStore(database.db);
  const eventLog = knexEventLog(database.db);
  const apiKeyUses = knexApiKeyUses(database.db);
  expect(await countedOf(() => snapshotOf({ userSnapshots }, realmId, userId))).toBe(1);
  const ids = Array.from({ length: 30 }, (_, index) => `queue ${index}`);
  const addAll = () => Promise.all(ids.map((id) => addQueue(queueStore, realmId, aQueue({ id }))));
  expect(await countedOf(addAll)).toBe(1);
  expect(await countedOf(() => Promise.all(ids.map(() => eventLog.head(realmId))))).toBe(1);
  const use = { usedAt: 1, client: "c", network: "n" };
  const noteAll = () => Promise.all(ids.map((_, index) => apiKeyUses.note(realmId, index + 1, 1, use)));
  expect(await countedOf(noteAll)).toBe(1);
});
