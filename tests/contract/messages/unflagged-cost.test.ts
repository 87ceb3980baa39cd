import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexMessageFinder } from "../../../src/adapters/persistence/knex/messages/message-finder";
import type { Flag } from "../../../src/domain/messages/read-state";
import { fixedClock, reversingSeals } from "../../support/application/fakes";
import { aChannel, aMessageSent, aSubscription, channelConversation } from "../../support/builders/entities";
import { createRealm } from "../../support/storage/commits";
import { copyMessages } from "../../support/storage/copy-messages";
import { rowsSeenBy } from "../../support/storage/executed-plans";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let realmId: number;

const reader = 7;
const conversation = channelConversation(1);
const count = 10_000;
const newest = 10 * count + 1;
/** The newest messages have no flags. */
const unflagged = [newest - 20, newest - 10, newest];
const flags = ["starred", "has_alert_word", "mentioned"] as const;

/** Somebody with all flags on nearly all messages. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const realm = await createRealm(knexEventStore(db, fixedClock(), reversingSeals), [
    { type: "channel_created", channel: aChannel({ id: 1 }) },
    { type: "subscribed", subscriptions: [aSubscription(reader, 1)], firstMessageId: 1 },
    aMessageSent({ id: 1, conversation, senderId: 8, content: "hello" }),
  ]);
  realmId = realm.id;
  await copyMessages(db, realmId, 1, count);
  await db.raw(
    `INSERT INTO message_marks (realm_id, user_id, flag, message_id)
     SELECT realm_id, ?, flag, id FROM messages, unnest(?::text[]) flag WHERE realm_id = ? AND id < ?`,
    [reader, [...flags], realmId, unflagged[0] ?? 0],
  );
  await db.raw("VACUUM ANALYZE");
});
afterAll(() => database.destroy());

const unread = { operator: "unread", userId: reader, negated: false } as const;
const inChannel = { operator: "channel", channelId: 1, negated: false } as const;
const without = (flag: Flag) =>
  ({ operator: "flagged", userId: reader, flags: [flag], negated: true }) as const;

test.each(
  flags.flatMap((flag) =>
    [[], [unread], [inChannel]].map((others) => [flag, [...others, without(flag)]] as const),
  ),
)("a page without %s looks up its messages' flags, not all that the reader has: %j", async (_, narrow) => {
  const scope = { kind: "received", userId: reader } as const;
  const window = { scope, narrow, anchor: newest + 1, before: 3, after: 0, enough: 1_000_000 };
  const seen = await rowsSeenBy(database.db, async (trx) => {
    const { before } = await knexMessageFinder(trx).around(realmId, window);
    expect(before.map(({ id }) => id)).toEqual(unflagged);
  });
  expect(seen).toBeLessThan(1500);
});
