import { TopicLists } from "../../../../src/application/topics/shared/topic-lists";
import type { RealmEvent } from "../../../../src/domain/events/event";
import { memoryApplication } from "../../../support/application/memory-application";
import { memoryRealm } from "../../../support/application/memory-realm";
import { aMessageSent, channelConversation } from "../../../support/builders/entities";
import fc from "../../../support/random/fast-check";
import { historyOf, someSteps } from "../../../support/random/histories";
import { historyCount } from "../../../support/random/history-count";
import { commitAll, createRealm } from "../../../support/storage/commits";

const conversationId = 1021;
const said = (id: number, topic: string, channelId = 21): RealmEvent =>
  aMessageSent({ id, topic, conversation: channelConversation(channelId) });
const deleted = (id: number, topic: string): RealmEvent => ({
  type: "messages_deleted",
  conversation: channelConversation(21),
  topic,
  messageIds: [id],
  deletedAt: 0,
});
const moved = (id: number, from: string, to: string): RealmEvent => ({
  type: "messages_moved",
  messageIds: [id],
  from: { conversation: channelConversation(21), topic: from },
  to: { conversation: channelConversation(21), topic: to },
  chosenId: id,
  mode: "change_one",
  lostBy: [],
  leftBehind: [],
  edit: { editedAt: 9, userId: 1, topic: { before: from, after: to } },
});

/** Two channels, and lists whose reads end when the test lets them. */
const reading = async (most?: number) => {
  const { append, world } = await memoryRealm({ channels: { first: {}, second: {} } });
  await append(said(1, "Lunch"), said(2, "old"), said(3, "lunch"));
  const { directory } = world.services;
  const { messages } = world.persistence;
  const reads: (() => void)[] = [];
  const lists = new TopicLists(
    {
      directory,
      messages: {
        topics: async (...asked) => {
          const found = await messages.topics(...asked);
          await new Promise<void>((resolve) => reads.push(resolve));
          return found;
        },
      },
    },
    most,
  );
  directory.follow(lists);
  const ask = async (id = conversationId) => {
    await directory.newest(world.realmId);
    const asked = lists.of(world.realmId, id);
    await new Promise(setImmediate);
    return { asked };
  };
  const namesAfterReads = async (id = conversationId): Promise<readonly string[]> => {
    const { asked } = await ask(id);
    for (const end of reads) end();
    return (await asked).map(({ name, newestMessageId }) => `${name} ${newestMessageId}`);
  };
  return { append, directory, world, realmId: world.realmId, ask, reads, namesAfterReads };
};

test("after any history they are those of the stored messages", async () => {
  await fc.assert(
    fc.asyncProperty(someSteps, async (steps) => {
      const { services, persistence } = await memoryApplication();
      const { directory, topicLists } = services;
      const { id: realmId } = await createRealm(persistence.eventStore);
      for (const event of historyOf(steps)) {
        const before = await directory.newest(realmId);
        await directory.catchUp(realmId, await commitAll(persistence.eventStore, realmId, [event], before));
        const { channels } = await directory.newest(realmId);
        for (const { conversationId } of channels.values())
          expect(await topicLists.of(realmId, conversationId)).toEqual(
            await persistence.messages.topics(realmId, conversationId),
          );
      }
    }),
    { numRuns: historyCount(30), interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
  );
});

test("all who ask share one read and one list, until the next message", async () => {
  const { append, ask, reads, namesAfterReads } = await reading();
  const [one, other] = [await ask(), await ask()];
  await append(said(4, "OLD"));
  expect(await namesAfterReads()).toEqual(["OLD 4", "lunch 3"]);
  expect(await other.asked).toBe(await one.asked);
  await append(said(5, "new"));
  expect(await namesAfterReads()).toEqual(["new 5", "OLD 4", "lunch 3"]);
  expect(reads).toHaveLength(1);
});

test("they are read again only when the newest message of a topic has left it", async () => {
  const { append, reads, namesAfterReads } = await reading();
  expect(await namesAfterReads()).toEqual(["lunch 3", "old 2"]);
  await append(deleted(1, "Lunch"));
  await append(said(4, "new"));
  await append(said(5, "new"));
  await append(moved(4, "new", "older"));
  expect(await namesAfterReads()).toEqual(["new 5", "older 4", "lunch 3", "old 2"]);
  expect(reads).toHaveLength(1);
  await append(deleted(3, "lunch"));
  expect(await namesAfterReads()).toEqual(["new 5", "older 4", "old 2"]);
  await append(moved(5, "new", "old"));
  expect(await namesAfterReads()).toEqual(["old 5", "older 4"]);
  expect(reads).toHaveLength(3);
});

test("a message that leaves during the read is missing from the answer", async () => {
  const { append, ask, reads, namesAfterReads } = await reading();
  const { asked } = await ask();
  await append(deleted(2, "old"));
  reads[0]?.();
  await new Promise(setImmediate);
  reads[1]?.();
  expect(await asked).toEqual([{ name: "lunch", newestMessageId: 3 }]);
  expect(await namesAfterReads()).toEqual(["lunch 3"]);
});

test("beyond a number of topics, the lists that were used longest ago are dropped", async () => {
  const { append, reads, namesAfterReads } = await reading(43);
  await namesAfterReads();
  await namesAfterReads(1022);
  expect(await namesAfterReads()).toEqual(["lunch 3", "old 2"]);
  expect(reads).toHaveLength(2);
  await append(said(4, "third", 22));
  expect(await namesAfterReads(1022)).toEqual(["third 4"]);
  await append(said(5, "fourth", 22));
  expect(await namesAfterReads()).toEqual(["lunch 3", "old 2"]);
  expect(reads).toHaveLength(3);
});

test("others are served while many names are folded", async () => {
  const many = Array.from({ length: 9000 }, (_, index) => ({
    name: `${index}`,
    newestMessageId: 9000 - index,
  }));
  const { world, directory, realmId } = await reading();
  await directory.newest(realmId);
  const lists = new TopicLists({ ...world.services, messages: { topics: async () => many } });
  let turns = 0;
  let isOver = false;
  const countTurns = (): void => {
    turns += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  expect(await lists.of(realmId, conversationId)).toEqual(many);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(2);
});
