import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexMessageReader } from "../../../src/adapters/persistence/knex/messages/message-reader";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { Narrow } from "../../../src/domain/narrow/narrow";
import { resolvedPrefix } from "../../../src/domain/topics/topic";
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
let realmId: number;

const [quiet, busy] = [1, 2];
const [reader, other, diligent, fickle] = [7, 8, 9, 10];
const byOthers = 5000;
const isNot = { negated: true } as const;
const is = { negated: false } as const;

/** Somebody who hasn't read thousands of messages of a busy channel, nor a few others, each found by a different narrow. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const realm = await createRealm(knexEventStore(db, fixedClock(), reversingSeals), [
    ...[quiet, busy].map((id): RealmEvent => ({ type: "channel_created", channel: aChannel({ id }) })),
    {
      type: "subscribed",
      subscriptions: [aSubscription(reader, quiet), aSubscription(reader, busy)],
      firstMessageId: 1,
    },
    {
      type: "subscriptions_changed",
      userId: reader,
      changes: [{ channelId: busy, change: { isMuted: true } }],
    },
    ...[quiet, busy].map(
      (channelId): RealmEvent => ({
        type: "topic_policy_set",
        userId: reader,
        channelId,
        topic: "followed",
        policy: "followed",
        setAt: 5,
      }),
    ),
    aMessageSent({ id: 1, topic: "followed", renderedContent: '<p><a href="x">x</a></p>', senderId: other }),
    aMessageSent({ id: 2, topic: `${resolvedPrefix}lunch`, senderId: other }),
    aMessageSent(
      { id: 3, conversation: directConversation(500, reader, other), topic: "", senderId: other },
      { beginsConversation: true },
    ),
    aMessageSent(
      {
        id: 4,
        conversation: channelConversation(quiet),
        topic: "rare",
        content: "xylophone",
        senderId: other,
      },
      { flagsByUser: { [reader]: ["mentioned"] } },
    ),
    aMessageSent({ id: 5, conversation: channelConversation(busy), senderId: other, topic: "followed" }),
    aMessageSent({ id: 6, conversation: channelConversation(busy), senderId: other, topic: "noise" }),
  ]);
  realmId = realm.id;
  await copyMessages(db, realmId, 6, byOthers);
  await db.raw("VACUUM ANALYZE");
});
afterAll(() => database.destroy());

const narrows: readonly [string, Narrow, expected: readonly number[]][] = [
  ["everything", [], [1, 2, 3, 4, 5]],
  ["direct messages", [{ operator: "is-dm", ...is }], [3]],
  ["a direct conversation", [{ operator: "dm", participants: [reader, other], ...is }], [3]],
  [
    "direct messages with somebody",
    [{ operator: "dm-including", userIds: [other], onlyGroups: false, ...is }],
    [3],
  ],
  ["a channel", [{ operator: "channel", channelId: quiet, ...is }], [1, 2, 4]],
  ["some channels", [{ operator: "channels", channelIds: [quiet, 99], ...is }], [1, 2, 4]],
  ["messages outside of a channel", [{ operator: "channel", channelId: busy, ...isNot }], [1, 2, 3, 4]],
  ["a topic of any channel", [{ operator: "topic", topic: "RARE", ...is }], [4]],
  ["what somebody follows", [{ operator: "followed", userId: reader, ...is }], [1, 5]],
  ["what isn't muted", [{ operator: "muted", userId: reader, ...isNot }], [1, 2, 3, 4, 5]],
  ["links", [{ operator: "has", what: "link", ...is }], [1]],
  ["resolved topics", [{ operator: "is-resolved", ...is }], [2]],
  ["mentions", [{ operator: "flagged", userId: reader, flags: ["mentioned"], ...is }], [4]],
  ["a word", [{ operator: "search", text: "xylophone", ...is }], [4]],
  ["a word that nobody wrote", [{ operator: "search", text: "absent", ...is }], []],
];

const unread = { operator: "unread", userId: reader, ...is } as const;
const scope = { kind: "received", userId: reader } as const;
const most = 300;
/** PostgreSQL filters the index of unread messages by topic instead of using `messages_with_resolved_topic`, which lacks the sender. */
const mostOfResolved = byOthers + most;
const mostFor = (narrow: Narrow): number =>
  narrow.some(({ operator }) => operator === "is-resolved") ? mostOfResolved : most;

test.each(narrows)(
  "a page of unread %s reads few of the other unread messages",
  async (_, narrow, expected) => {
    const window = { scope, narrow: [unread, ...narrow], anchor: 0, before: 0, after: 5 };
    const seen = await rowsSeenBy(database.db, async (trx) => {
      const { after } = await knexMessageReader(trx).heads(realmId, window);
      expect(after.map(({ id }) => id)).toEqual(expected);
    });
    expect(seen).toBeLessThan(mostFor(narrow));
  },
);

test.each(narrows)(
  "the first unread of %s is found among few of the other unread messages",
  async (_, narrow, [expected]) => {
    const seen = await rowsSeenBy(database.db, async (trx) => {
      expect(await knexMessageReader(trx).firstUnreadId(realmId, reader, scope, narrow)).toBe(expected);
    });
    expect(seen).toBeLessThan(mostFor(narrow));
  },
);

/** A mark for every 25th message, of somebody who has read the given ranges of the busy channel. */
const markAndRead = async (userId: number, ranges: string): Promise<void> => {
  const { db } = database;
  const values = { realmId, userId, busy, ranges };
  await db.raw(
    `INSERT INTO message_marks (realm_id, user_id, message_id, flag)
     SELECT realm_id, :userId, id, 'mentioned' FROM messages WHERE realm_id = :realmId AND id % 250 = 6`,
    values,
  );
  await db.raw(
    `INSERT INTO subscriptions SELECT (jsonb_populate_record(s, jsonb_build_object('user_id', :userId::integer))).*
     FROM subscriptions s WHERE realm_id = :realmId AND channel_id = :busy AND user_id = ${reader}`,
    values,
  );
  await db.raw(
    `INSERT INTO read_states (realm_id, user_id, conversation_id, read)
     SELECT realm_id, :userId, conversation_id, :ranges::int8multirange FROM channels WHERE realm_id = :realmId AND id = :busy`,
    values,
  );
  await db.raw("VACUUM ANALYZE");
};

test.each([
  ["everything", diligent, "{[0,1000000)}", 0],
  [
    "every second message",
    fickle,
    `{${Array.from({ length: byOthers }, (_, index) => `[${20 * index},${20 * index + 10})`).join(",")}}`,
    100,
  ],
] as const)(
  "somebody who has read %s finds unread mentions among few of the other messages",
  async (_, userId, ranges, left) => {
    await markAndRead(userId, ranges);
    const mentioned = { operator: "flagged", userId, flags: ["mentioned"], ...is } as const;
    const narrow = [{ ...unread, userId }, mentioned];
    const window = { scope: { ...scope, userId }, narrow, anchor: 0, before: 0, after: 200 };
    const seen = await rowsSeenBy(database.db, async (trx) => {
      expect((await knexMessageReader(trx).heads(realmId, window)).after).toHaveLength(left);
    });
    expect(seen).toBeLessThan(byOthers);
  },
);
