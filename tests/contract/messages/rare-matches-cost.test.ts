import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexMessageFinder } from "../../../src/adapters/persistence/knex/messages/message-finder";
import { knexMessageReader } from "../../../src/adapters/persistence/knex/messages/message-reader";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { Narrow } from "../../../src/domain/narrow/narrow";
import { fixedClock, reversingSeals } from "../../support/application/fakes";
import { aChannel, aMessageSent, aSubscription, channelConversation } from "../../support/builders/entities";
import { createRealm } from "../../support/storage/commits";
import { copyMessages } from "../../support/storage/copy-messages";
import { rowsSeenBy } from "../../support/storage/executed-plans";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let realmId: number;

const [small, busy] = [1, 2];
const [reader, outsider, prolific] = [7, 8, 9];
const copies = 3000;
const link = '<p><a href="x">x</a></p>';
const image = '<p><img class="inline-image" src="x"></p>';
const reaction = { userId: prolific, emoji: { kind: "unicode", code: "1f389", name: "tada" } } as const;

const inBusy = (id: number, more: Partial<Parameters<typeof aMessageSent>[0]>): RealmEvent =>
  aMessageSent({
    id,
    conversation: channelConversation(busy),
    senderId: prolific,
    content: "apple pear",
    ...more,
  });

/** Old messages that match two terms, or a rare one, and thousands of newer ones that match only one. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const realm = await createRealm(knexEventStore(db, fixedClock(), reversingSeals), [
    ...[small, busy].map((id): RealmEvent => ({ type: "channel_created", channel: aChannel({ id }) })),
    {
      type: "subscribed",
      subscriptions: [
        aSubscription(reader, small),
        aSubscription(reader, busy),
        aSubscription(outsider, small),
      ],
      firstMessageId: 1,
    },
    {
      type: "topic_policy_set",
      userId: reader,
      channelId: busy,
      topic: "followed",
      policy: "followed",
      setAt: 5,
    },
    aMessageSent({ id: 1, conversation: channelConversation(small), senderId: prolific, content: "apple" }),
    inBusy(2, { topic: "followed", reactions: [reaction] }),
    inBusy(3, { renderedContent: link + image, senderId: reader }),
    inBusy(4, {
      renderedContent: '<p><a href="/user_uploads/1/x.txt">x</a></p>',
      topic: "followed",
      content: "pear apple",
    }),
    inBusy(5, { content: "plum" }),
    inBusy(6, { renderedContent: link }),
    inBusy(7, { renderedContent: image }),
    inBusy(8, { topic: "followed" }),
    inBusy(9, {}),
  ]);
  realmId = realm.id;
  await copyMessages(db, realmId, 6, copies);
  await db.raw(
    "INSERT INTO message_marks (realm_id, user_id, flag, message_id) SELECT realm_id, ?, 'starred', id FROM messages",
    [reader],
  );
  await db.raw("VACUUM ANALYZE");
});
afterAll(() => database.destroy());

const is = { negated: false } as const;
const has = (what: "link" | "image" | "attachment") => ({ operator: "has", what, ...is }) as const;
const reacted = { operator: "has-reaction", ...is } as const;
const followed = { operator: "followed", userId: reader, ...is } as const;
const search = (text: string) => ({ operator: "search", text, ...is }) as const;

const narrows: readonly [string, Narrow, userId: number, expected: readonly number[]][] = [
  ["reactions", [reacted], reader, [2]],
  ["links and images", [has("link"), has("image")], reader, [3]],
  ["followed topics' attachments", [followed, has("attachment")], reader, [4]],
  ["followed topics' reactions", [followed, reacted], reader, [2]],
  ["a common word and attachments", [search("apple"), has("attachment")], reader, [4]],
  [
    "attachments of somebody who wrote most",
    [{ operator: "sender", userId: prolific, ...is }, has("attachment")],
    reader,
    [4],
  ],
  [
    "a channel's messages of somebody who writes elsewhere",
    [
      { operator: "channel", channelId: small, ...is },
      { operator: "sender", userId: prolific, ...is },
    ],
    reader,
    [1],
  ],
  ["a phrase of common words", [search('"pear apple"')], reader, [4]],
  ["a phrase of common words that nobody wrote", [search('"apple apple"')], reader, []],
  ["messages without a common word", [{ ...search("apple"), negated: true }], reader, [5]],
  [
    "a rare word in starred messages, if all are",
    [{ operator: "flagged", userId: reader, flags: ["starred"], ...is }, search("plum")],
    reader,
    [5],
  ],
  ["a common word, for somebody who sees little", [search("apple")], outsider, [1]],
];

test.each(narrows)(
  "a page of %s looks at few messages that don't match",
  async (_, narrow, userId, expected) => {
    const scope = { kind: "received", userId } as const;
    for (const [anchor, before, after] of [
      [Number.MAX_SAFE_INTEGER, 20, 0],
      [copies * 5, 20, 20],
      [0, 0, 20],
    ] as const) {
      const window = { scope, narrow, anchor, before, after, enough: 1_000_000 };
      const seen = await rowsSeenBy(database.db, async (trx) => {
        const page = await knexMessageFinder(trx, { nearby: [100] }).around(realmId, window);
        expect([...page.before, ...page.after].map(({ id }) => id)).toEqual(expected);
      });
      expect(seen).toBeLessThan(1500);
    }
  },
);

/** Unread messages with flags are found by looking at all that have them. */
const withoutFlags = narrows.filter(([, narrow]) => narrow.every(({ operator }) => operator !== "flagged"));

test.each(withoutFlags)(
  "the first unread of %s is found among few messages that don't match",
  async (_, narrow, userId, expected) => {
    const seen = await rowsSeenBy(database.db, async (trx) => {
      const scope = { kind: "received", userId } as const;
      const found = await knexMessageReader(trx, { rare: 100 }).firstUnreadId(realmId, userId, scope, narrow);
      expect(found).toBe(expected.find((id) => id !== 3));
    });
    expect(seen).toBeLessThan(1500);
  },
);
