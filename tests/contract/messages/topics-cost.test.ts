import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexMessageReader } from "../../../src/adapters/persistence/knex/messages/message-reader";
import { fixedClock, reversingSeals } from "../../support/application/fakes";
import { aChannel, aMessageSent, channelConversation } from "../../support/builders/entities";
import { createRealm } from "../../support/storage/commits";
import { pagesReadBy } from "../../support/storage/executed-plans";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let realmId: number;

const [ofManyTopics, ofLongTopics] = [1, 2];
const many = 4000;
const long = 4000;

/** A channel with a message in each of many topics, and one with many messages in each of two. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const realm = await createRealm(knexEventStore(db, fixedClock(), reversingSeals), [
    { type: "channel_created", channel: aChannel({ id: ofManyTopics }) },
    { type: "channel_created", channel: aChannel({ id: ofLongTopics }) },
    ...Array.from({ length: many }, (_, index) =>
      aMessageSent({
        id: index + 1,
        conversation: channelConversation(ofManyTopics),
        topic: `Topic ${index * 7919} of many`,
      }),
    ),
    ...Array.from({ length: long }, (_, index) =>
      aMessageSent({
        id: many + index + 1,
        conversation: channelConversation(ofLongTopics),
        topic: `topic ${index % 2}`,
      }),
    ),
  ]);
  realmId = realm.id;
  await db.raw("VACUUM ANALYZE messages");
});
afterAll(() => database.destroy());

const ofConversation = (channelId: number): number => channelId + 1000;

test("listing a channel's topics looks up each of them once", async () => {
  const pages = await pagesReadBy(database.db, (trx) =>
    knexMessageReader(trx).topics(realmId, ofConversation(ofManyTopics)),
  );
  expect(pages / many).toBeLessThan(5);
});

test("listing topics costs the same however many messages they have", async () => {
  const pages = await pagesReadBy(database.db, (trx) =>
    knexMessageReader(trx).topics(realmId, ofConversation(ofLongTopics)),
  );
  expect(pages).toBeLessThan(30);
});

test("finding a topic's newest message within ranges looks past none of the others", async () => {
  const names = ["topic 0", "topic 1"];
  const pages = await pagesReadBy(database.db, (trx) =>
    knexMessageReader(trx).topicsWithin(realmId, ofConversation(ofLongTopics), names, [
      [1, 2],
      [many + 1, many + 5],
    ]),
  );
  expect(pages).toBeLessThan(40);
});
