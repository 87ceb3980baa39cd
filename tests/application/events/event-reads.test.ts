import * as E from "fp-ts/Either";
import { withFlags } from "../../../src/application/access/message-access";
import { byServer, type Caller } from "../../../src/application/caller";
import { registerQueue } from "../../../src/application/events/register-queue";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { sendMessage } from "../../../src/application/messages/send-message";
import { updateMessage } from "../../../src/application/messages/update-message";
import { setTopicPolicy } from "../../../src/application/topics/set-topic-policy";
import { eventIdAt } from "../../../src/domain/queues/event-queue";
import { fetchEvents } from "../../support/application/fetch-events";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  successOf,
} from "../../support/application/memory-application";
import { messagesOnly } from "../../support/application/messages-only-queue";

interface Town extends MemoryApplication {
  /** The names of the reads of storage, since they were last emptied. */
  readonly asked: string[];
  readonly readers: readonly Caller[];
}

/** A realm of many members, on storage that notes what is read. */
const town = async (count: number): Promise<Town> => {
  const world = await memoryApplication();
  const readers: Caller[] = [];
  for (let index = 0; index < count; index += 1) readers.push(await world.newMember(`Reader${index}`));
  const asked: string[] = [];
  const watched = <Reader extends object>(reader: Reader): Reader =>
    new Proxy(reader, {
      get: (target, name) => {
        asked.push(String(name));
        return Reflect.get(target, name);
      },
    });
  const { messages, readStates, userData } = world.persistence;
  const outside = {
    ...world.outside,
    messages: watched(messages),
    readStates: watched(readStates),
    userData: watched(userData),
  };
  return { ...world, services: newProcess(outside), asked, readers };
};

const to = { kind: "channel", channel: "general", topic: "t" } as const;
const say = async ({ services, owner }: Town, content: string): Promise<number> =>
  successOf(await sendMessage(services)(owner, { to, content, readBySender: false })()).id;
const change = (messageId: number, more: Partial<Parameters<ReturnType<typeof updateMessage>>[1]>) => ({
  messageId,
  content: undefined,
  isExpected: undefined,
  topic: undefined,
  channelId: undefined,
  mode: more.topic === undefined ? ("change_one" as const) : ("change_all" as const),
  notifyOldTopic: false,
  notifyNewTopic: false,
  ...more,
});

/** Opens a queue for each reader, lets all poll, makes the change, and returns what each receives and what was read for it. */
const heardOf = async (
  world: Town,
  act: () => Promise<unknown>,
  categories: Parameters<ReturnType<typeof registerQueue>>[1]["categories"] = ["edited_messages"],
) => {
  const { services, readers, asked } = world;
  const queues: string[] = [];
  for (const reader of readers)
    queues.push(successOf(await registerQueue(services)(reader, { ...messagesOnly, categories })()).queue.id);
  const poll = (index: number, dontBlock: boolean) => {
    const request = { queueId: queues[index] ?? "", lastEventId: undefined, dontBlock };
    return fetchEvents(services)(readers[index] ?? world.owner, request)();
  };
  const [last] = [readers.length - 1];
  // The last client is away meanwhile.
  const polls = readers.slice(0, last).map((_, index) => poll(index, false));
  await act();
  asked.length = 0;
  const heard = (await Promise.all(polls)).map(successOf);
  heard.push(successOf(await poll(last, true)));
  return { heard, asked: [...asked] };
};

const rendered = async ({ services, realmId }: Town, messageId: number): Promise<void> => {
  const [message] = await services.messages.byIds(realmId, [messageId]);
  if (message === undefined) throw new Error("The message is gone");
  const { conversation, topic, content } = message;
  await services.inTransaction(byServer(realmId), async (tx) => {
    tx.append({
      type: "message_rendered",
      messageId,
      conversation,
      topic,
      content,
      renderedContent: "<p>new</p>",
      rendererVersion: 99,
      renderedAt: 1,
      isFirst: true,
    });
    return E.right(undefined);
  });
};

test.each<[string, (world: Town, ids: readonly number[]) => Promise<unknown>]>([
  [
    "an edit",
    async ({ services, owner }, [id = 0]) =>
      successOf(await updateMessage(services)(owner, change(id, { content: "new" }))()),
  ],
  [
    "a move of many messages",
    async ({ services, owner }, [id = 0]) =>
      successOf(await updateMessage(services)(owner, change(id, { topic: "moved" }))()),
  ],
  ["a new rendering", (world, [id = 0]) => rendered(world, id)],
])("%s costs one read of flags, however many clients receive it", async (_, act) => {
  const world = await town(12);
  const { services, readers, realmId } = world;
  const ids: number[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await say(world, `${count}`));
  const [id = 0] = ids;
  const [first = world.owner, second = world.owner] = readers;
  const read = { messageIds: ids, op: "add", flag: "read" } as const;
  successOf(await changeFlags(services)(first, read)());
  successOf(await changeFlags(services)(second, { ...read, flag: "starred" })());
  const { heard, asked } = await heardOf(world, () => act(world, ids));
  expect(asked).toEqual(["flagsOfReaders"]);
  for (const [index, { items, flags }] of heard.entries()) {
    expect(items).toHaveLength(1);
    const heads = await world.persistence.messages.headsOf(realmId, [id]);
    const [own] = await withFlags(world.persistence.readStates, realmId, readers[index]?.userId ?? 0, heads);
    expect([index, flags.get(id)]).toEqual([index, own?.flags]);
  }
  expect(heard.slice(0, 3).map(({ flags }) => flags.get(id))).toEqual([["read"], ["starred"], []]);
});

test("a topic that many follow moves with one read of muted topics for all their older clients", async () => {
  const world = await town(8);
  const { services, readers, owner } = world;
  const id = await say(world, "hello");
  const channelId = [...(await services.directory.stateOf(world.realmId)).channels.values()].find(
    ({ name }) => name === "general",
  )?.id;
  for (const reader of readers)
    for (const [topic, policy] of [
      ["t", "followed"],
      [`muted by ${reader.userId}`, "muted"],
    ] as const)
      successOf(await setTopicPolicy(services)(reader, channelId ?? 0, topic, policy)());
  const move = async () =>
    successOf(await updateMessage(services)(owner, change(id, { topic: "elsewhere" }))());
  const { heard, asked } = await heardOf(world, move, ["muted_topics"]);
  expect(asked).toEqual(["mutedTopicsOf"]);
  expect(heard.map(({ userTopics }) => userTopics.map(({ topic }) => topic))).toEqual(
    readers.map(({ userId }) => [`muted by ${userId}`]),
  );
});

test("a client whose queue is read from the log receives its user's flags, too", async () => {
  const world = await town(3);
  const { services, readers, owner } = world;
  const ids = [await say(world, "1"), await say(world, "2")];
  const [reader = owner] = readers;
  const { queue } = successOf(
    await registerQueue(services)(reader, { ...messagesOnly, categories: ["edited_messages"] })(),
  );
  for (const id of ids) successOf(await updateMessage(services)(owner, change(id, { content: "new" }))());
  const star = { messageIds: ids.slice(1), op: "add", flag: "starred" } as const;
  successOf(await changeFlags(services)(reader, star)());
  services.liveQueues.passedOver(world.realmId);
  world.asked.length = 0;
  const request = { queueId: queue.id, lastEventId: eventIdAt(queue.startsAfter), dontBlock: true };
  const { items, flags } = successOf(await fetchEvents(services)(reader, request)());
  expect(items).toHaveLength(2);
  expect(world.asked).toEqual(["flagsOfReaders"]);
  expect(ids.map((id) => flags.get(id))).toEqual([[], ["starred"]]);
});

test("a read that fails is repeated for those who come later", async () => {
  const world = await town(2);
  const { owner } = world;
  const id = await say(world, "1");
  const flagsOfReaders = jest.fn(world.persistence.readStates.flagsOfReaders);
  flagsOfReaders.mockRejectedValueOnce(new Error("The database is away"));
  const failing = newProcess({
    ...world.outside,
    readStates: { ...world.persistence.readStates, flagsOfReaders },
  });
  const [reader = owner] = world.readers;
  const { queue } = successOf(
    await registerQueue(failing)(reader, { ...messagesOnly, categories: ["edited_messages"] })(),
  );
  successOf(await updateMessage(failing)(owner, change(id, { content: "new" }))());
  const poll = fetchEvents(failing)(reader, { queueId: queue.id, lastEventId: undefined, dontBlock: true });
  await expect(poll()).rejects.toThrow("The database is away");
  expect(successOf(await poll()).flags.get(id)).toEqual([]);
});
