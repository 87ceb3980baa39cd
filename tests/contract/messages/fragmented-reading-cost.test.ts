import * as E from "fp-ts/Either";
import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexMessageReader } from "../../../src/adapters/persistence/knex/messages/message-reader";
import { knexReadStateReader } from "../../../src/adapters/persistence/knex/messages/read-state-reader";
import type { MessageReader } from "../../../src/application/ports/messages/message-reader";
import type { ReadStateReader } from "../../../src/application/ports/messages/read-state-reader";
import { fixedClock, reversingSeals } from "../../support/application/fakes";
import { aChannel, aMessageSent, aSubscription, channelConversation } from "../../support/builders/entities";
import { createRealm } from "../../support/storage/commits";
import { copyMessages } from "../../support/storage/copy-messages";
import { charactersReadBy, rowsSeenBy } from "../../support/storage/executed-plans";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let realmId: number;

const reader = 7;
const conversation = channelConversation(1);
const count = 5000;
/** Every second message: ids go up by ten. */
const fragments = `{${Array.from({ length: count / 2 + 1 }, (_, index) => `[${20 * index},${20 * index + 10})`).join(",")}}`;
const newest = Array.from({ length: 100 }, (_, index) => ({ id: 10 * (count - index) + 1, conversation }));

/** Somebody who has received one half of a busy channel and read every second message. Nothing has been analyzed. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const realm = await createRealm(knexEventStore(db, fixedClock(), reversingSeals), [
    { type: "channel_created", channel: aChannel({ id: 1 }) },
    { type: "subscribed", subscriptions: [aSubscription(reader, 1)], firstMessageId: 1 },
    aMessageSent({ id: 1, conversation, senderId: 8, topic: "noise" }),
  ]);
  realmId = realm.id;
  await copyMessages(db, realmId, 1, count);
  await db.raw(
    `INSERT INTO read_states (realm_id, user_id, conversation_id, read) VALUES (?, ${reader}, ${conversation.id}, ?::int8multirange)`,
    [realmId, fragments],
  );
});
afterAll(() => database.destroy());

const spans = [{ conversationId: conversation.id, from: 10 * count - 989, to: 10 * count + 1 }];

type Reads = Readonly<Record<string, (of: MessageReader & ReadStateReader) => Promise<unknown>>>;

const ofPages: Reads = {
  "the states of a page": async ({ statesOf }) => {
    const [state] = await statesOf(realmId, reader, newest);
    expect(state?.received).toHaveLength(newest.length);
    expect(state?.read).toHaveLength(newest.length / 2);
  },
  "the states and flags of a page": async ({ statesAndFlagsOf }) => {
    const { states } = await statesAndFlagsOf(realmId, reader, newest);
    expect(states[0]?.read).toHaveLength(newest.length / 2);
  },
  "the flags of a page's messages, each for an event": async ({ flagsOfReaders }) => {
    const found = await flagsOfReaders(
      realmId,
      newest.map(({ id }) => ({ userId: reader, messageId: id })),
    );
    expect(found.filter((flags) => flags.includes("read"))).toHaveLength(newest.length / 2);
  },
  "the unread messages between two": async ({ unreadIds }) => {
    const found = await unreadIds(realmId, reader, spans, 1000);
    expect(E.isRight(found) && found.right.get(conversation.id)).toHaveLength(newest.length / 2);
  },
};

const work =
  (read: Reads[string]) =>
  (trx: TestDatabase["db"]): Promise<unknown> =>
    read({ ...knexMessageReader(trx), ...knexReadStateReader(trx) });

test.each(Object.entries(ofPages))(
  "somebody with thousands of ranges gets %s without the other ranges",
  async (_, read) => {
    expect(await charactersReadBy(database.db, work(read))).toBeLessThan(10_000);
    expect(await rowsSeenBy(database.db, work(read))).toBeLessThan(2000);
  },
);

const ids = newest.map(({ id }) => id);
const id = 10 * count + 1;
const scope = { kind: "received", userId: reader } as const;

/** Reads of which changes wait for, while nobody else can change anything. */
const ofTheLane: Reads = {
  messages: ({ byIds }) => byIds(realmId, ids),
  heads: ({ headsOf }) => headsOf(realmId, ids),
  "attachments so far": ({ attachedSoFar }) => attachedSoFar(realmId, id, reader),
  "first messages": ({ firstIds }) => firstIds(realmId, [conversation.id]),
  "messages before others": ({ idsBefore }) => idsBefore(realmId, [{ conversationId: conversation.id, id }]),
  "newest messages": ({ newestSentAt }) => newestSentAt(realmId, [conversation.id]),
  "a topic": ({ hasTopic }) => hasTopic(realmId, conversation.id, "noise"),
  "topics with names": ({ hasNamedTopics }) => hasNamedTopics(realmId, conversation.id),
  "messages of a topic": ({ inTopic }) =>
    inTopic(realmId, { conversationId: conversation.id, topic: "noise", scope }, 100),
  "old messages": ({ sentBefore }) => sentBefore(realmId, conversation.id, 2_000_000_000, 10, 100),
  "messages of a sender": ({ sentBy }) => sentBy(realmId, 8, 10, 100),
  flags: ({ flagsOf }) => flagsOf(realmId, reader, ids),
  receivers: ({ receiversAmong }) => receiversAmong(realmId, { id, conversation }, [reader]),
  receipts: ({ exceptionalReceipts }) => exceptionalReceipts(realmId, 1, ids),
  "conversations to read": ({ conversationsToRead }) => conversationsToRead(realmId, reader, id),
};

test.each(Object.entries(ofTheLane))(
  "the lane reads %s without looking at many messages, though nothing has been analyzed",
  async (_, read) => {
    expect(await rowsSeenBy(database.db, work(read))).toBeLessThan(2000);
  },
);
