import { knexMessageFinder } from "../../../src/adapters/persistence/knex/messages/message-finder";
import type { MessageWindow } from "../../../src/application/ports/messages/message-finder";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { NarrowTerm } from "../../../src/domain/narrow/narrow";
import { resolvedPrefix } from "../../../src/domain/topics/topic";
import type { TopicPolicy } from "../../../src/domain/topics/topic-policy";
import {
  aChannel,
  aMessageSent,
  aSubscription,
  aUser,
  channelConversation,
  directConversation,
  flagsChanged,
} from "../../support/builders/entities";
import fc from "../../support/random/fast-check";
import { commitAll, createRealm } from "../../support/storage/commits";
import { aQuestion } from "../../support/storage/every-read";
import { knexPersistence } from "../../support/storage/knex-persistence";
import { memoryPersistence } from "../../support/storage/persistence";
import { statementsOf } from "../../support/storage/statements-of";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

const channels = [1, 2, 3];
const users = [1, 2, 3];
const topics = ["lunch", "Été", "hello", `${resolvedPrefix}lunch`, "noise"];
const count = 150;

const subscribed = (
  firstMessageId: number,
  ...pairs: readonly (readonly [number, number])[]
): RealmEvent => ({
  type: "subscribed",
  subscriptions: pairs.map(([userId, channelId]) => aSubscription(userId, channelId)),
  firstMessageId,
});
const unsubscribed = (firstMessageId: number, userId: number, channelId: number): RealmEvent => ({
  type: "unsubscribed",
  userIds: [userId],
  channelIds: [channelId],
  firstMessageId,
});
const policy = (userId: number, channelId: number, topic: string, set: TopicPolicy): RealmEvent => ({
  type: "topic_policy_set",
  userId,
  channelId,
  topic,
  policy: set,
  setAt: 5,
});

/** Messages in turn in three channels and two direct conversations, in many topics, some with links and reactions. */
const message = (id: number): RealmEvent => {
  const place = id % 5;
  const conversation =
    place < 3 ? channelConversation(channels[place] ?? 1) : directConversation(2000 + place, 1, place - 1);
  const reaction = { userId: 1, emoji: { kind: "unicode", code: "1f389", name: "tada" } } as const;
  return aMessageSent(
    {
      id,
      conversation,
      senderId: place < 3 ? (id % 3) + 1 : 1,
      topic: place < 3 ? (topics[Math.floor(id / 5) % topics.length] ?? "") : "",
      renderedContent: id % 4 === 0 ? '<p><a href="x">hello</a></p>' : "<p>lunch</p>",
      reactions: id % 7 === 0 ? [reaction] : [],
    },
    {
      beginsConversation: place >= 3 && id < 5,
      flagsByUser: id % 6 === 0 ? { "1": ["mentioned"], "2": ["topic_wildcard_mentioned"] } : {},
    },
  );
};

/** Somebody has read the messages of a conversation from one id up to another. */
const read = (userId: number, conversationId: number, ...ids: readonly [number, number]): RealmEvent =>
  flagsChanged({ userId, ranges: [{ conversationId, ids: [ids] }] });

/** People who come and go, mute a channel, have policies for topics in muted and other channels, and have read some messages. */
const history: readonly RealmEvent[] = [
  ...users.map((id): RealmEvent => ({ type: "user_created", user: aUser({ id }) })),
  ...channels.map((id): RealmEvent => ({ type: "channel_created", channel: aChannel({ id }) })),
  subscribed(1, [1, 1], [1, 2], [2, 1], [2, 3]),
  { type: "subscriptions_changed", userId: 1, changes: [{ channelId: 2, change: { isMuted: true } }] },
  { type: "subscriptions_changed", userId: 2, changes: [{ channelId: 1, change: { isMuted: true } }] },
  ...users.flatMap((userId) => [
    policy(userId, 1, "lunch", "muted"),
    policy(userId, 1, "ÉTÉ", "followed"),
    policy(userId, 2, "lunch", "unmuted"),
    policy(userId, 2, "hello", "followed"),
    policy(userId, 2, "noise", "muted"),
    policy(userId, 3, `${resolvedPrefix}lunch`, "followed"),
  ]),
  ...Array.from({ length: count }, (_, index) => index + 1).flatMap((id): readonly RealmEvent[] => [
    ...(id === 40 ? [unsubscribed(40, 1, 1), subscribed(40, [1, 3])] : []),
    ...(id === 60 ? [subscribed(60, [1, 1]), unsubscribed(60, 2, 3)] : []),
    ...(id === 90 ? [unsubscribed(90, 1, 1)] : []),
    message(id),
  ]),
  read(1, 1001, 20, 35),
  read(1, 1002, 50, 55),
  read(1, 1002, 70, 120),
  read(2, 1001, 1, 149),
  read(1, 2003, 5, 90),
];

const founded = async () => {
  const [inMemory, inPostgres] = [memoryPersistence(), knexPersistence(database.db)];
  const [memoryId = 0, realmId = 0] = await Promise.all(
    [inMemory, inPostgres].map(async ({ eventStore }) => {
      const { id } = await createRealm(eventStore);
      await commitAll(eventStore, id, history);
      return id;
    }),
  );
  const finders = [
    { nearby: [], rare: 0, blocks: [] },
    { nearby: [1, 90], rare: 50 },
    { nearby: [1000] },
  ].map((limits) => knexMessageFinder(database.db, limits));
  return async (window: MessageWindow): Promise<void> => {
    const expected = await inMemory.messages.heads(memoryId, window);
    const sized = { ...window, enough: 2000 };
    const expectedSized = await inMemory.messages.around(memoryId, sized);
    for (const finder of finders) {
      expect(await finder.heads(realmId, window)).toEqual(expected);
      expect(await finder.around(realmId, sized)).toEqual(expectedSized);
    }
  };
};

test("pages are the same wherever a search looks first: near the anchor, conversation by conversation, or in memory", async () => {
  const expectSame = await founded();
  const anchors = fc.oneof(fc.nat(count + 5), fc.constantFrom(0, 1, count, Number.MAX_SAFE_INTEGER, 1e16));
  const sides = fc.constantFrom(0, 1, 3, 10, 40);
  await fc.assert(
    fc.asyncProperty(aQuestion, anchors, sides, sides, async ({ scope, narrow }, anchor, before, after) => {
      await expectSame({ scope, narrow, anchor, before, after });
    }),
    { numRuns: 300 },
  );
});

test("pages of several terms are the same wherever a search looks first", async () => {
  const expectSame = await founded();
  const terms: readonly NarrowTerm[] = [
    { operator: "has", what: "link", negated: false },
    { operator: "has", what: "link", negated: true },
    { operator: "has-reaction", negated: false },
    { operator: "has-reaction", negated: true },
    { operator: "is-resolved", negated: false },
    { operator: "is-dm", negated: false },
    { operator: "sender", userId: 1, negated: false },
    { operator: "sender", userId: 2, negated: true },
    { operator: "channel", channelId: 2, negated: false },
    { operator: "channel", channelId: 2, negated: true },
    { operator: "channels", channelIds: [1, 3], negated: false },
    { operator: "dm", participants: [1, 2], negated: false },
    { operator: "dm-including", userIds: [2], onlyGroups: false, negated: false },
    { operator: "topic", topic: "Été", negated: false },
    { operator: "topic", topic: "lunch", negated: true },
    { operator: "followed", userId: 1, negated: false },
    { operator: "muted", userId: 2, negated: true },
    ...["hello", '"hello"', 'hello "lunch"', "absent", "lunch hello"].flatMap((text): NarrowTerm[] => [
      { operator: "search", text, negated: false },
      { operator: "search", text, negated: true },
    ]),
  ];
  const narrows = fc.subarray([...terms], { minLength: 2, maxLength: 4 });
  const scopes = aQuestion.map(({ scope }) => scope);
  const anchors = fc.constantFrom(0, 30, 75, 1e13, Number.MAX_SAFE_INTEGER);
  await fc.assert(
    fc.asyncProperty(scopes, narrows, anchors, async (scope, narrow, anchor) => {
      await expectSame({ scope, narrow, anchor, before: 10, after: 10 });
    }),
    { numRuns: 120 },
  );
});

test("a word that is too common for the index is in no message", async () => {
  const { eventStore } = knexPersistence(database.db);
  const { id } = await createRealm(eventStore);
  await commitAll(eventStore, id, [...history.slice(0, 12), message(1), message(2)]);
  const scope = { kind: "channels", conversationIds: [1002, 1003] } as const;
  for (const blocks of [undefined, []])
    for (const [negated, expected] of [
      [false, []],
      [true, [1, 2]],
    ] as const) {
      const narrow = [{ operator: "search", text: "the", negated }] as const;
      const page = await knexMessageFinder(database.db, blocks && { blocks }).heads(id, {
        scope,
        narrow,
        anchor: 0,
        before: 0,
        after: 9,
      });
      expect(page.after.map((found) => found.id)).toEqual(expected);
    }
});

test.each(users)("user %i's unread messages are the same wherever a search looks first", async (userId) => {
  const expectSame = await founded();
  const unread = { operator: "unread", userId, negated: false } as const;
  const scopes = fc.oneof(
    fc.constant({ kind: "received", userId } as const),
    aQuestion.map(({ scope }) => scope),
  );
  const narrows = fc.oneof(
    aQuestion.map(({ narrow }) => narrow),
    fc
      .record({ operator: fc.constantFrom("followed" as const, "muted" as const), negated: fc.boolean() })
      .map((term) => [{ ...term, userId }]),
    fc
      .record({
        operator: fc.constant("flagged" as const),
        flags: fc.subarray(["mentioned", "topic_wildcard_mentioned"] as const),
        negated: fc.boolean(),
      })
      .map((term) => [{ ...term, userId }]),
  );
  const anchors = fc.constantFrom(0, 30, 75, 1e13, Number.MAX_SAFE_INTEGER);
  await fc.assert(
    fc.asyncProperty(scopes, narrows, anchors, async (scope, narrow, anchor) => {
      await expectSame({ scope, narrow: [...narrow, unread], anchor, before: 10, after: 10 });
    }),
    { numRuns: 100 },
  );
});

test("a page that ends at its byte limit is read once", async () => {
  const { eventStore } = knexPersistence(database.db);
  const { id } = await createRealm(eventStore);
  await commitAll(eventStore, id, history);
  const scope = { kind: "received", userId: 1 } as const;
  const window = { scope, narrow: [], anchor: 1000, before: 50, after: 0, enough: 100 };
  const statements = await statementsOf(database.db, async () => {
    const { before } = await knexMessageFinder(database.db, { nearby: [100] }).around(id, window);
    expect([before.length > 0, before.length < 50]).toEqual([true, true]);
  });
  expect(statements).toHaveLength(1);
});

test.each(users.flatMap((userId) => ([false, true] as const).map((negated) => [userId, negated] as const)))(
  "what user %i follows or has muted is the same wherever a search looks first; left out: %s",
  async (userId, negated) => {
    const expectSame = await founded();
    const scope = { kind: "received", userId } as const;
    for (const operator of ["followed", "muted"] as const)
      for (const anchor of [Number.MAX_SAFE_INTEGER, 75, 0])
        await expectSame({ scope, narrow: [{ operator, userId, negated }], anchor, before: 200, after: 200 });
  },
);
