import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexMessageReader } from "../../../src/adapters/persistence/knex/messages/message-reader";
import { fixedClock, reversingSeals } from "../../support/application/fakes";
import { aChannel, aMessageSent, channelConversation } from "../../support/builders/entities";
import { createRealm } from "../../support/storage/commits";
import { copyMessages } from "../../support/storage/copy-messages";
import { rowsSeenBy } from "../../support/storage/executed-plans";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let realmId: number;

const busy = channelConversation(1);
const writers = [1, 2, 3, 4];
const reacting = 9;

/** A topic in which four people have written thousands of messages, and somebody has reacted to many of them. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const realm = await createRealm(knexEventStore(db, fixedClock(), reversingSeals), [
    { type: "channel_created", channel: aChannel({ id: 1 }) },
    ...writers.map((senderId) =>
      aMessageSent({
        id: senderId,
        conversation: busy,
        senderId,
        topic: "busy",
        reactions:
          senderId === 4
            ? [{ userId: reacting, emoji: { kind: "unicode", code: "1f389", name: "tada" } }]
            : [],
      }),
    ),
  ]);
  realmId = realm.id;
  await copyMessages(db, realmId, 1, 3000);
  await db.raw("VACUUM ANALYZE");
});
afterAll(() => database.destroy());

test.each([
  ["all", 100, [...writers, reacting]],
  ["the first few", 3, undefined],
])("finding %s participants of a long topic looks at few rows", async (_, limit, expected) => {
  const seen = await rowsSeenBy(database.db, async (trx) => {
    const found = await knexMessageReader(trx).participants(realmId, busy.id, "Busy", limit);
    expect(found).toHaveLength(expected?.length ?? limit);
    if (expected) expect(found).toEqual(expected);
  });
  expect(seen).toBeLessThan(6000);
});
