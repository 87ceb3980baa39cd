import { KnownTopics } from "../../../../src/application/topics/shared/known-topics";
import type { RealmEvent } from "../../../../src/domain/events/event";
import { memoryRealm } from "../../../support/application/memory-realm";
import { aMessageSent, channelConversation } from "../../../support/builders/entities";

const conversationId = 1021;
const said = (id: number, topic: string): RealmEvent =>
  aMessageSent({ id, topic, conversation: channelConversation(21) });
const deleted = (id: number, topic: string): RealmEvent => ({
  type: "messages_deleted",
  conversation: channelConversation(21),
  topic,
  messageIds: [id],
  deletedAt: 0,
});

/** A channel with a message in the topic "lunch", and a cache whose queries end when the test lets them. */
const asking = async () => {
  const { append, world } = await memoryRealm({ channels: { first: {} } });
  await append(said(1, "lunch"));
  const { directory } = world.services;
  const { messages } = world.persistence;
  const queries: (() => void)[] = [];
  const topics = new KnownTopics({
    directory,
    messages: {
      hasTopic: async (...asked) => {
        const found = await messages.hasTopic(...asked);
        await new Promise<void>((resolve) => queries.push(resolve));
        return found;
      },
    },
  });
  directory.follow(topics);
  const ask = async (topic = "lunch") => {
    const asked = topics.has(world.realmId, conversationId, topic);
    await new Promise(setImmediate);
    return { asked };
  };
  /** Whether the topic has a message, after any query. */
  const has = async (topic?: string): Promise<boolean> => {
    const { asked } = await ask(topic);
    queries.at(-1)?.();
    return asked;
  };
  return { append, directory, realmId: world.realmId, topics, ask, has, queries };
};

test("a topic is asked for once, however it is spelled, and one in which a message was sent never", async () => {
  const { append, has, queries } = await asking();
  expect([await has(), await has("LUNCH")]).toEqual([true, true]);
  await append(said(2, "tea"));
  expect(await has("tea")).toBe(true);
  expect(queries).toHaveLength(1);
});

test("a topic without messages is asked for each time", async () => {
  const { has, queries } = await asking();
  expect([await has("tea"), await has("tea")]).toEqual([false, false]);
  expect(queries).toHaveLength(2);
});

test("a topic whose messages are deleted no longer has one", async () => {
  const { append, has } = await asking();
  await has();
  await append(deleted(1, "lunch"));
  expect(await has()).toBe(false);
});

test("nor does it if they are deleted during the query", async () => {
  const { append, ask, has, queries } = await asking();
  const { asked } = await ask();
  await append(deleted(1, "lunch"));
  queries[0]?.();
  await asked;
  expect(await has()).toBe(false);
});

test("nor if another topic got a message between the deletion and the end of the query", async () => {
  const { append, ask, has, queries } = await asking();
  const { asked } = await ask();
  await append(deleted(1, "lunch"), said(2, "tea"));
  queries[0]?.();
  await asked;
  expect([await has(), await has("tea")]).toEqual([false, true]);
});

test.each(["release", "passedOver"] as const)(
  "topics are forgotten on %s, even during the query",
  async (what) => {
    const { ask, has, queries, topics, realmId } = await asking();
    const { asked } = await ask();
    topics[what](realmId);
    queries[0]?.();
    await asked;
    await has();
    topics[what](realmId);
    await has();
    expect(queries).toHaveLength(3);
  },
);

test("the topics of a realm that isn't in memory, whose log nobody follows, are asked for each time", async () => {
  const { directory, realmId, has, queries } = await asking();
  directory.discard(realmId);
  expect([await has(), await has()]).toEqual([true, true]);
  expect(queries).toHaveLength(2);
});
