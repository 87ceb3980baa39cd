import * as E from "fp-ts/Either";
import type { Caller } from "../../../src/application/caller";
import { awaitEvents } from "../../../src/application/events/await-events";
import { registerQueue } from "../../../src/application/events/register-queue";
import { sendMessage } from "../../../src/application/messages/send-message";
import { logReadLimits } from "../../../src/application/queues/log-read-permit";
import { newBot } from "../../../src/domain/bots/bot";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  successOf,
} from "../../support/application/memory-application";
import { messagesOnly } from "../../support/application/messages-only-queue";

const { runningEach } = logReadLimits;
/** More than may be read at once, for everybody and for one person. */
const queuesEach = 6;

const turns = async (count = 200): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Polls that read the log. Their answers are written when the test says so. */
const polls = (world: MemoryApplication) => {
  let loaded = 0;
  const written: (() => void)[] = [];
  const { eventLog } = world.outside;
  const after: typeof eventLog.after = async (...asked) => {
    const page = await eventLog.after(...asked);
    if (E.isRight(page) && page.right.length > 0) loaded += 1;
    return page;
  };
  // A process that just started: it has no queue in memory.
  const services = newProcess({
    ...world.outside,
    eventLog: { ...eventLog, after },
    heartbeatAfter: () => 60_000,
  });
  return {
    /** How many portions were loaded so far. */
    loaded: () => loaded,
    waitingToBeWritten: () => written.length,
    write: (): void => {
      for (const settle of written.splice(0)) settle();
    },
    poll: (caller: Caller, queueId: string, dontBlock = true) =>
      awaitEvents(services)(caller, { queueId, lastEventId: undefined, dontBlock }, async (outcome) => {
        successOf(await outcome);
        await new Promise<void>((resolve) => written.push(resolve));
      }),
  };
};

const register = async (world: MemoryApplication, caller: Caller): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let count = 0; count < queuesEach; count += 1)
    ids.push(successOf(await registerQueue(world.services)(caller, messagesOnly)()).queue.id);
  return ids;
};

const say = async (world: MemoryApplication): Promise<void> => {
  const to = { kind: "channel", channel: "general", topic: "t" } as const;
  successOf(await sendMessage(world.services)(world.owner, { to, content: "hello", readBySender: false })());
};

test("a person's polls, with those of their bots, load few portions of the log before an answer is written", async () => {
  const world = await memoryApplication();
  const ben = await world.newMember("Ben");
  const bot = await world.newMember("Bot of Ben", { bot: newBot("generic", ben.userId) });
  const queues = [
    ...(await register(world, ben)).map((id) => [ben, id] as const),
    ...(await register(world, bot)).map((id) => [bot, id] as const),
  ];
  await say(world);
  const { poll, loaded, write, waitingToBeWritten } = polls(world);
  for (const [caller, id] of queues) poll(caller, id);
  await turns();
  expect(loaded()).toBe(runningEach);
  expect(waitingToBeWritten()).toBe(runningEach);
  write();
  await turns();
  expect(loaded()).toBe(2 * runningEach);
  for (let round = 0; round < queues.length; round += 1) {
    write();
    await turns();
  }
  expect(loaded()).toBe(queues.length);
});

test("a poll that waits for events holds no permit, and neither does one whose client has left", async () => {
  const world = await memoryApplication();
  const ben = await world.newMember("Ben");
  const ids = await register(world, ben);
  const { poll, loaded, waitingToBeWritten, write } = polls(world);
  // Nothing to read: each of them waits.
  for (const id of ids) poll(ben, id, false);
  await turns();
  expect(waitingToBeWritten()).toBe(0);
  await say(world);
  const others = await register(world, ben);
  await say(world);
  const forgetting = others.map((id) => poll(ben, id));
  await turns();
  expect(loaded()).toBe(runningEach);
  for (const forget of forgetting) forget();
  for (let round = 0; round < others.length; round += 1) {
    write();
    await turns();
  }
  expect(loaded()).toBe(runningEach);
});

test("a poll whose client leaves before its queue is found reads nothing, and takes nobody's permit", async () => {
  const world = await memoryApplication();
  const ben = await world.newMember("Ben");
  const ids = await register(world, ben);
  await say(world);
  const { poll, loaded } = polls(world);
  for (const forget of ids.map((id) => poll(ben, id))) forget();
  await turns();
  expect(loaded()).toBe(0);
  poll(ben, ids[0] ?? "");
  await turns();
  expect(loaded()).toBe(1);
});

test("a poll whose client leaves while its events are read answers with none of them", async () => {
  const world = await memoryApplication();
  const ben = await world.newMember("Ben");
  const [queueId = ""] = await register(world, ben);
  await say(world);
  const { eventLog } = world.outside;
  let leave: () => void = () => {};
  const after: typeof eventLog.after = (...asked) => {
    leave();
    return eventLog.after(...asked);
  };
  const services = newProcess({ ...world.outside, eventLog: { ...eventLog, after } });
  const itemsOf = () =>
    new Promise<number>((resolve) => {
      leave = awaitEvents(services)(
        ben,
        { queueId, lastEventId: undefined, dontBlock: true },
        async (outcome) => resolve(successOf(await outcome).items.length),
      );
    });
  expect(await itemsOf()).toBe(0);
  expect(await itemsOf()).toBe(1);
});
