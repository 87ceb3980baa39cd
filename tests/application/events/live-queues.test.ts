import { right } from "fp-ts/Either";
import { byServer, type Caller } from "../../../src/application/caller";
import { fetchEvents } from "../../../src/application/events/fetch-events";
import { registerQueue } from "../../../src/application/events/register-queue";
import { sweep } from "../../../src/application/events/sweep";
import { sendMessage } from "../../../src/application/messages/send-message";
import { eventIdAt, idOf, positionOf } from "../../../src/domain/event-queue";
import type { Signal } from "../../../src/domain/signal";
import { foundRealm } from "../../support/foundations";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  refusalOf,
  successOf,
} from "../../support/memory-application";
import { messagesOnly } from "../../support/queue-wanted";

let world: MemoryApplication;
let ben: Caller;

beforeEach(async () => {
  world = await memoryApplication();
  ben = await world.newMember("Ben");
});

const wanted = messagesOnly;
/** What Ben's queue for messages doesn't want. */
const change = async (times: number): Promise<void> => {
  await world.services.inTransaction(byServer(world.realmId), (tx) => async () => {
    for (let time = 0; time < times; time += 1)
      tx.append({ type: "user_status_changed", userId: 1, change: { text: `${time}` } });
    return right(undefined);
  })();
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

test("a client that hears nothing moves on with its heartbeats, and the log can forget what it passed", async () => {
  const id = await register();
  await change(20);
  const { position } = await world.services.directory.of(world.realmId);
  const { heartbeatId } = successOf(await poll(id, undefined, false));
  expect(positionOf(heartbeatId ?? 0)).toBe(position);
  await poll(id, heartbeatId);
  await sweep(world.services)();
  expect((await world.persistence.queueStore.find(world.realmId, id))?.acknowledged).toBe(position);
});

test("a client that hears nothing goes on at a node that took its queue over, however much happened", async () => {
  const id = await register();
  let beat: number | undefined;
  for (let round = 0; round < 6; round += 1) {
    await change(1000);
    beat = successOf(await poll(id, beat, false)).heartbeatId;
  }
  const other = newProcess(world.outside);
  await say("at last");
  const wish = { queueId: id, lastEventId: beat, dontBlock: true, whenGone: () => {} };
  expect(successOf(await fetchEvents(other)(ben, wish)()).items).toHaveLength(1);
});

test("a client that never waits moves on too, once it is far behind", async () => {
  const id = await register();
  await change(10);
  expect(successOf(await poll(id)).heartbeatId).toBeUndefined();
  await change(1000);
  const { position } = await world.services.directory.of(world.realmId);
  const { items, heartbeatId } = successOf(await poll(id));
  expect(items).toEqual([]);
  expect(positionOf(heartbeatId ?? 0)).toBe(position);
});

test("a queue that has no id left for a heartbeat ends, so that its client registers anew and hears what follows", async () => {
  const id = await register();
  const { position } = await world.services.directory.of(world.realmId);
  const last = eventIdAt(position) + 4094;
  expect(successOf(await poll(id, last, false)).heartbeatId).toBe(last + 1);
  expect(refusalOf(await poll(id, last + 1, false))).toContain("Bad event queue ID");
});

test("a queue that has no id left goes on where something new brings room", async () => {
  const id = await register();
  const { position } = await world.services.directory.of(world.realmId);
  const last = eventIdAt(position) + 4095;
  const polling = poll(id, last, false);
  await change(1);
  await say("now");
  expect(successOf(await polling).items.length).toBeGreaterThan(0);
});

test("new messages come without a question to the tables, however many wait for them", async () => {
  const id = await register();
  const { messages, readStates, personal } = world.persistence;
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
    directory,
    liveQueues,
    eventLog: world.persistence.eventLog,
    heartbeatAfter: () => 20,
    messages: watched(messages),
    readStates: watched(readStates),
    personal: watched(personal),
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

const typing: Signal = {
  type: "typing",
  op: "start",
  userId: 1,
  place: { kind: "direct", participants: [1, 3] },
};
const registerForAll = async (): Promise<string> => {
  const all = { ...wanted, categories: null };
  return successOf(await registerQueue(world.services)(ben, all)()).queue.id;
};

test("a signal between a heartbeat and the next poll is heard", async () => {
  const id = await registerForAll();
  const { directory, liveQueues } = world.services;
  const type = async () => liveQueues.signal(world.realmId, await directory.of(world.realmId), typing);
  await type();
  const [first] = successOf(await poll(id)).items;
  const beat = successOf(await poll(id, first && idOf(first), false)).heartbeatId;
  await type();
  expect(successOf(await poll(id, beat)).items).toHaveLength(1);
});

test("a signal from a moment ago comes after the events that were faster", async () => {
  const id = await registerForAll();
  const before = await world.services.directory.of(world.realmId);
  await say("faster");
  world.services.liveQueues.signal(world.realmId, before, typing);
  const ids = successOf(await poll(id)).items.map(idOf);
  expect(ids).toHaveLength(2);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(successOf(await poll(id, ids.at(-1))).items).toEqual([]);
});

test("a poll whose queue was let go while it read isn't left waiting for it", async () => {
  const id = await register();
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  let isHeld = false;
  const after: MemoryApplication["outside"]["eventLog"]["after"] = async (...given) => {
    if (isHeld) await gate;
    return world.outside.eventLog.after(...given);
  };
  const services = newProcess({
    ...world.outside,
    eventLog: { ...world.outside.eventLog, after },
    heartbeatAfter: () => 3000,
  });
  // What the queue doesn't want: there is something to read and nothing to tell.
  await world.services.inTransaction(byServer(world.realmId), (tx) => async () => {
    tx.append({ type: "user_status_changed", userId: 1, change: { text: "busy" } });
    return right(undefined);
  })();
  await services.directory.newest(world.realmId);
  isHeld = true;
  const polling = fetchEvents(services)(ben, {
    queueId: id,
    lastEventId: undefined,
    dontBlock: false,
    whenGone: () => {},
  })();
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  services.liveQueues.passedOver(world.realmId);
  go();
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await say("hello");
  await services.directory.newest(world.realmId);
  expect(successOf(await polling).items).toHaveLength(1);
});

test("naming a queue of another realm finds nothing there, and leaves that queue as it is", async () => {
  const id = await register();
  const { liveQueues } = world.services;
  const elsewhere = await foundRealm(world.persistence.eventStore);
  expect(await liveQueues.find(elsewhere.id, id)).toBeUndefined();
  expect(await liveQueues.poll(elsewhere.id, id, 0, 0, () => {})).toBeUndefined();
  await liveQueues.remove(elsewhere.id, id);
  expect(liveQueues.needs(world.realmId)).toBe(true);
  await say("hello");
  expect(await heard(id)).toEqual(["hello"]);
});

test("a registration whose position has no state any more is made at a newer one", async () => {
  const { outside, realmId } = world;
  // As a node of an older version finds it, which can't read how to take changes back.
  const eventLog = { ...outside.eventLog, undosAfter: async () => undefined };
  let views = 0;
  const view: typeof outside.snapshots.view = (id, read) =>
    outside.snapshots.view(id, async (seen) => {
      views += 1;
      // More than the states that a node remembers.
      for (let changes = 0; views === 1 && changes < 70; changes += 1) await busy(`${changes}`);
      await services.directory.newest(realmId);
      return read(seen);
    });
  const busy = (text: string) =>
    world.services.inTransaction(byServer(realmId), (tx) => async () => {
      tx.append({ type: "user_status_changed", userId: 1, change: { text } });
      return right(undefined);
    })();
  const services = newProcess({
    ...outside,
    eventLog,
    snapshots: { ...outside.snapshots, view },
    following: { ...outside.following, eventLog },
  });
  const { queue, state } = successOf(await registerQueue(services)(ben, wanted)());
  expect([views, queue.startsAfter]).toEqual([2, state.position]);
  expect(state.users.get(1)?.status.text).toBe("69");
});
