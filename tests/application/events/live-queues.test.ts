import type { Caller } from "../../../src/application/caller";
import { fetchEvents } from "../../../src/application/events/fetch-events";
import type { QueueWanted } from "../../../src/application/events/register-queue";
import { registerQueue } from "../../../src/application/events/register-queue";
import { sweep } from "../../../src/application/events/sweep";
import { sendMessage } from "../../../src/application/messages/send-message";
import { idOf } from "../../../src/domain/event-queue";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/memory-application";

let world: MemoryApplication;
let ben: Caller;

beforeEach(async () => {
  world = await memoryApplication();
  ben = await world.newMember("Ben");
});

const nothing = {
  messages: false,
  unread: false,
  starred: false,
  directs: false,
  channels: false,
  ...{ drafts: false, snippets: false, scheduled: false, userTopics: false, callProviders: false },
};
const wanted: QueueWanted = {
  ...{ categories: ["message"], allPublicChannels: false, presentation: {}, idleTimeoutSeconds: 600 },
  ...{ narrow: [], fetch: nothing },
};
const register = async (who = ben) => successOf(await registerQueue(world.services)(who, wanted)()).queue.id;
const poll = (queueId: string, lastEventId?: number, dontBlock = true) =>
  fetchEvents(world.services)(ben, { queueId, lastEventId, dontBlock, whenGone: () => {} })();
const say = async (content: string): Promise<void> => {
  const to = { kind: "channel", channel: "general", topic: "t" } as const;
  successOf(await sendMessage(world.services)(world.owner, { to, content, readBySender: false })());
};
const heard = async (...given: Parameters<typeof poll>): Promise<string[]> =>
  successOf(await poll(...given)).items.flatMap((item) =>
    "event" in item && item.event.type === "message_sent" ? [item.event.message.content] : [],
  );

test("a poll without an event in time ends with a heartbeat, whose id is new", async () => {
  const id = await register();
  const first = successOf(await poll(id, undefined, false));
  expect(first.items).toEqual([]);
  const second = successOf(await poll(id, first.heartbeatId, false));
  expect(second.heartbeatId).toBeGreaterThan(first.heartbeatId ?? 0);
});

test("an event after a heartbeat has a greater id still", async () => {
  const id = await register();
  const { heartbeatId } = successOf(await poll(id, undefined, false));
  await say("now");
  expect(await heard(id, heartbeatId)).toEqual(["now"]);
});

test("new messages come without a question to the tables, however many wait for them", async () => {
  const id = await register();
  const { messages, readStates } = world.persistence;
  const asked: string[] = [];
  const watched = <Reader extends object>(reader: Reader): Reader =>
    new Proxy(reader, {
      get: (target, name) => {
        asked.push(String(name));
        return Reflect.get(target, name);
      },
    });
  const { directory, liveQueues } = world.services;
  const fetch = fetchEvents({
    ...{ directory, liveQueues, eventLog: world.persistence.eventLog, heartbeatAfter: () => 20 },
    ...{ messages: watched(messages), readStates: watched(readStates) },
  });
  await say("hello");
  const wish = { queueId: id, lastEventId: undefined, dontBlock: true, whenGone: () => {} };
  expect(successOf(await fetch(ben, wish)()).items).toHaveLength(1);
  expect(asked).toEqual([]);
});

test("a newer poll of the same queue ends the older one", async () => {
  const id = await register();
  const older = poll(id, undefined, false);
  await new Promise((resolve) => setImmediate(resolve));
  const newer = poll(id, undefined, false);
  expect(successOf(await older).items).toEqual([]);
  await say("for the newer");
  expect(successOf(await newer).items).toHaveLength(1);
});

test("a queue that nobody polls is forgotten after its time, and its events with it", async () => {
  const id = await register();
  await say("unheard");
  world.clock.advance(601_000);
  await sweep(world.services)();
  expect(refusalOf(await poll(id))).toBe(`Bad event queue ID: ${id}`);
});

test("a queue out of memory is read again from the log", async () => {
  const id = await register();
  await say("kept");
  world.clock.advance(130_000);
  await sweep(world.services)();
  await say("and this");
  expect(await heard(id)).toEqual(["kept", "and this"]);
});

test("the log forgets what every queue has passed, and keeps what one has not", async () => {
  const [fast, slow] = [await register(), await register()];
  await say("one");
  const last = successOf(await poll(fast)).items.at(-1);
  await poll(fast, last && idOf(last));
  // An hour passes, in which both are polled.
  for (let minute = 0; minute < 70; minute += 10) {
    world.clock.advance(590_000);
    await poll(slow);
    await poll(fast);
    await sweep(world.services)();
  }
  const { acknowledged } = successOf(await poll(slow)).queue;
  expect(await world.persistence.eventLog.forgotten(world.realmId)).toBe(acknowledged);
  expect(await heard(slow)).toEqual(["one"]);
});

test("a queue answers its owner alone", async () => {
  const id = await register();
  expect(
    refusalOf(
      await fetchEvents(world.services)(world.owner, {
        queueId: id,
        lastEventId: undefined,
        dontBlock: true,
        whenGone: () => {},
      })(),
    ),
  ).toBe("You are not authorized to get events from this queue");
});
