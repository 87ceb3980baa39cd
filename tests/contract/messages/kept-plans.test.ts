import type { Knex } from "knex";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexMessageFinder } from "../../../src/adapters/persistence/knex/messages/message-finder";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { Narrow } from "../../../src/domain/narrow/narrow";
import { fixedClock, reversingSeals } from "../../support/application/fakes";
import {
  aChannel,
  aMessageSent,
  aSubscription,
  channelConversation,
  directConversation,
} from "../../support/builders/entities";
import { createRealm } from "../../support/storage/commits";
import { copyMessages } from "../../support/storage/copy-messages";
import { rowsSeenBy } from "../../support/storage/executed-plans";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
/** A single connection, so that each statement runs where the one before it did. */
let db: Knex;
let realmId: number;

const [reader, other] = [7, 8];
const channels = [1, 2, 3];
const copies = 2000;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connection, { poolSize: 1 });
  const realm = await createRealm(knexEventStore(db, fixedClock(), reversingSeals), [
    ...channels.map((id): RealmEvent => ({ type: "channel_created", channel: aChannel({ id }) })),
    {
      type: "subscribed",
      subscriptions: channels.map((id) => aSubscription(reader, id)),
      firstMessageId: 1,
    },
    ...channels.map((id) =>
      aMessageSent({ id, conversation: channelConversation(id), topic: `topic ${id}` }),
    ),
    aMessageSent(
      { id: 4, conversation: directConversation(500, reader, other), topic: "" },
      { beginsConversation: true },
    ),
  ]);
  realmId = realm.id;
  await copyMessages(db, realmId, 1, copies);
  await db.raw("VACUUM ANALYZE");
});
afterAll(async () => {
  await db.destroy();
  await database.destroy();
});

const pageOf = async (narrow: Narrow, anchor: number, before: number, after: number) => {
  const scope = { kind: "received", userId: reader } as const;
  const window = { scope, narrow, anchor, before, after, enough: 1_000_000 };
  const page = await knexMessageFinder(db).around(realmId, window);
  return [...page.before, ...(page.at ? [page.at] : []), ...page.after].map(({ id }) => id);
};

const kept = async (): Promise<readonly { readonly name: string; readonly generic_plans: number }[]> =>
  (
    await db.raw(
      `SELECT name, generic_plans::integer FROM pg_prepared_statements WHERE name LIKE 'composed%' ORDER BY prepare_time`,
    )
  ).rows;

const is = { negated: false } as const;
const inChannel = { operator: "channel", channelId: 1, ...is } as const;
const newest = Number.MAX_SAFE_INTEGER;
/** Ids of messages with one of the last digits, from the newest on. */
const newestWith = (digits: readonly number[], count: number): readonly number[] =>
  Array.from({ length: copies }, (_, n) => digits.map((digit) => 10 * (n + 1) + digit))
    .flat()
    .slice(-count);

const usual: readonly [string, Narrow, digits: readonly number[]][] = [
  ["everything", [], [1, 2, 3, 4]],
  ["a channel", [inChannel], [1]],
  ["a topic", [inChannel, { operator: "topic", topic: "topic 1", ...is }], [1]],
  ["a direct conversation", [{ operator: "dm", participants: [reader, other], ...is }], [4]],
];

test.each(usual)("PostgreSQL plans a page of %s a few times, not each time", async (_, narrow, digits) => {
  const before = (await kept()).length;
  for (let count = 1; count <= 10; count += 1)
    expect(await pageOf(narrow, newest, count * 10, 0)).toEqual(newestWith(digits, count * 10));
  const added = (await kept()).slice(before);
  expect(added).toHaveLength(1);
  expect(added[0]?.generic_plans).toBeGreaterThan(0);
  const [at = 0] = newestWith(digits, 1000);
  for (let count = 1; count <= 10; count += 1)
    expect(await pageOf(narrow, at, 5, count)).toHaveLength(6 + count);
  expect((await kept()).slice(before).map(({ generic_plans }) => generic_plans > 0)).toEqual([true, true]);
});

test("plans of other pages aren't kept", async () => {
  const before = (await kept()).length;
  const others: readonly Narrow[] = [
    [{ operator: "search", text: "lunch", ...is }],
    [{ operator: "topic", topic: "topic 1", ...is }],
    [inChannel, inChannel],
    [{ ...inChannel, negated: true }],
  ];
  for (const narrow of others) await pageOf(narrow, newest, 10, 0);
  await pageOf([], newest, 200, 0);
  const scope = { kind: "received", userId: reader } as const;
  const window = { scope, narrow: [], anchor: newest, before: 10, after: 0 };
  await knexMessageFinder(db).heads(realmId, window);
  const lost = { ...window, scope: { ...scope, noneOf: [500] }, enough: 1_000_000 };
  await knexMessageFinder(db).around(realmId, lost);
  expect(await kept()).toHaveLength(before);
});

test("all usual pages together have few texts", async () => {
  for (const [, narrow] of usual)
    for (const length of [5, 100])
      for (const anchor of [newest, 0, 50, 5000])
        for (const after of [0, length]) await pageOf(narrow, anchor, length, after);
  expect((await kept()).length).toBeLessThanOrEqual(usual.length * 5);
});

test("one unread message isn't found by looking for many", async () => {
  const unread: Narrow = [
    { operator: "unread", userId: reader, ...is },
    { operator: "sender", userId: 1, ...is },
  ];
  const seen = await rowsSeenBy(db, (trx) =>
    knexMessageFinder(trx).heads(realmId, {
      scope: { kind: "received", userId: reader },
      narrow: unread,
      anchor: 0,
      before: 0,
      after: 1,
    }),
  );
  // Finds and sorts the ids of all unread messages, and looks up one message.
  const ids = usual.length * (copies + 1);
  expect(seen).toBeLessThan(2 * ids + 100);
});
