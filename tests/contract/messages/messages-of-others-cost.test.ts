import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexMessageFinder } from "../../../src/adapters/persistence/knex/messages/message-finder";
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

const [quiet, busy, muted] = [1, 2, 3];
const [reader, other] = [7, 8];
const byOthers = 5000;
/** So that thousands of messages are many. */
const nearby = 100;
const linked = '<p><a href="x">x</a></p>';

const messageOfOthers = (id: number, channelId: number, topic: string): RealmEvent =>
  aMessageSent({
    id,
    conversation: channelConversation(channelId),
    senderId: other,
    topic,
    renderedContent: linked,
    reactions: [{ userId: other, emoji: { kind: "unicode", code: "1f389", name: "tada" } }],
  });

/** A reader with three messages in a quiet channel. Others write thousands in a channel that the reader muted, and in one of their own. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const realm = await createRealm(knexEventStore(db, fixedClock(), reversingSeals), [
    ...[quiet, busy, muted].map((id): RealmEvent => ({ type: "channel_created", channel: aChannel({ id }) })),
    {
      type: "subscribed",
      subscriptions: [aSubscription(reader, quiet), aSubscription(reader, muted)],
      firstMessageId: 1,
    },
    {
      type: "subscriptions_changed",
      userId: reader,
      changes: [{ channelId: muted, change: { isMuted: true } }],
    },
    {
      type: "topic_policy_set",
      userId: reader,
      channelId: quiet,
      topic: "followed",
      policy: "followed",
      setAt: 5,
    },
    aMessageSent({ id: 1, topic: "followed", renderedContent: linked }),
    aMessageSent({ id: 2, topic: `${resolvedPrefix}lunch` }),
    aMessageSent(
      { id: 3, conversation: directConversation(500, reader, other), topic: "" },
      { beginsConversation: true },
    ),
    messageOfOthers(4, busy, `${resolvedPrefix}noise`),
    messageOfOthers(5, muted, "noise"),
    aMessageSent(
      { id: 6, conversation: directConversation(501, other, 9), topic: "" },
      { beginsConversation: true },
    ),
  ]);
  realmId = realm.id;
  await copyMessages(db, realmId, 4, byOthers);
  await db.raw("VACUUM ANALYZE");
});
afterAll(() => database.destroy());

const isNot = { negated: true } as const;
const is = { negated: false } as const;
const outsideOfMuted = { operator: "channel", channelId: muted, ...isNot } as const;

const narrows: readonly [string, Narrow, expected: readonly number[]][] = [
  ["messages outside of a channel", [outsideOfMuted], [1, 2, 3]],
  ["some channels", [{ operator: "channels", channelIds: [quiet, 99], ...is }], [1, 2]],
  ["what somebody follows", [{ operator: "followed", userId: reader, ...is }], [1]],
  ["what isn't muted", [{ operator: "muted", userId: reader, ...isNot }], [1, 2, 3]],
  ["direct messages", [{ operator: "is-dm", ...is }], [3]],
  [
    "direct messages with somebody",
    [{ operator: "dm-including", userIds: [other], onlyGroups: false, ...is }],
    [3],
  ],
  ["a topic of any channel", [{ operator: "topic", topic: "FOLLOWED", ...is }], [1]],
  ["links outside of a channel", [{ operator: "has", what: "link", ...is }, outsideOfMuted], [1]],
  ["images", [{ operator: "has", what: "image", ...is }], []],
  ["attachments", [{ operator: "has", what: "attachment", ...is }], []],
  ["resolved topics", [{ operator: "is-resolved", ...is }], [2]],
  ["messages without links", [{ operator: "has", what: "link", ...isNot }, outsideOfMuted], [2, 3]],
  ["reactions outside of a channel", [{ operator: "has-reaction", ...is }, outsideOfMuted], []],
  ["resolved topics outside of a channel", [{ operator: "is-resolved", ...is }, outsideOfMuted], [2]],
];

test.each(narrows)(
  "a page of %s looks at few of the messages that the reader can't see",
  async (_, narrow, expected) => {
    const scope = { kind: "received", userId: reader } as const;
    for (const [anchor, before, after] of [
      [Number.MAX_SAFE_INTEGER, 20, 0],
      [byOthers * 5, 20, 20],
      [0, 0, 20],
    ] as const) {
      const window = { scope, narrow, anchor, before, after, enough: 1_000_000 };
      const seen = await rowsSeenBy(database.db, async (trx) => {
        const page = await knexMessageFinder(trx, { nearby: [nearby] }).around(realmId, window);
        expect([...page.before, ...page.after].map(({ id }) => id)).toEqual(expected);
      });
      expect(seen).toBeLessThan(1500);
    }
  },
);
