import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { byServer, type Caller } from "../../../src/application/caller";
import { deleteQueue } from "../../../src/application/events/delete-queue";
import { EventReads } from "../../../src/application/events/event-reads";
import { receiveSignal } from "../../../src/application/events/receive-signal";
import { registerQueue } from "../../../src/application/events/register-queue";
import { settleLocalQueues } from "../../../src/application/events/settle-local-queues";
import { sweep } from "../../../src/application/events/sweep";
import { sendMessage } from "../../../src/application/messages/send-message";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import { LiveQueues } from "../../../src/application/queues/live-queues";
import { PollingClient } from "../../../src/application/queues/polling-client";
import {
  eventIdAt,
  idOf,
  lastEntryIdAt,
  positionOf,
  type QueueItem,
} from "../../../src/domain/queues/event-queue";
import type { Signal } from "../../../src/domain/queues/signal";
import { escapingRenderer } from "../../support/application/fakes";
import { fetchEvents } from "../../support/application/fetch-events";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { messagesOnly } from "../../support/application/messages-only-queue";
import { createRealm } from "../../support/storage/commits";

let world: MemoryApplication;
let ben: Caller;

beforeEach(async () => {
  world = await memoryApplication();
  ben = await world.newMember("Ben");
});

const wanted = messagesOnly;
/** Events that Ben's queue for messages doesn't ask for. */
const change = async (times: number): Promise<void> => {
  await world.services.inTransaction(byServer(world.realmId), async (tx) => {
    for (let time = 0; time < times; time += 1)
      tx.append({ type: "user_status_changed", userId: 1, change: { text: `${time}` } });
    return E.right(undefined);
  });
};
const register = async (who = ben) => successOf(await registerQueue(world.services)(who, wanted)()).queue.id;
const poll = (queueId: string, lastEventId?: number, dontBlock = true) =>
  fetchEvents(world.services)(ben, { queueId, lastEventId, dontBlock })();
const say = async (content: string): Promise<void> => {
  const to = { kind: "channel", channel: "general", topic: "t" } as const;
  successOf(await sendMessage(world.services)(world.owner, { to, content, readBySender: false })());
};
/** What this process does every minute. */
const passMinute = async (): Promise<void> => {
  await settleLocalQueues(world.services)();
  await sweep(world.services)();
};
const saidIn = (items: readonly QueueItem[]): string[] =>
  items.flatMap((item) =>
    "event" in item && item.event.type === "message_sent" ? [item.event.message.content] : [],
  );
const heard = async (...given: Parameters<typeof poll>): Promise<string[]> =>
  saidIn(successOf(await poll(...given)).items);

test("beyond a thousand queues of one user, the least recently polled ones end", async () => {
  const first = await register();
  world.clock.advance(1000);
  const second = await register();
  for (let count = 0; count < 999; count += 1) await register();
  expect(refusalOf(await poll(first))).toContain("Bad event queue ID");
  successOf(await poll(second));
  expect(world.services.liveQueues.size).toBe(1000);
});

/** Ten of these are within the limit of one user, eleven aren't. */
const longNarrow = (index: number) => [
  { operator: "topic", operand: `${index}`.padEnd(9900, "x"), negated: true },
];
const registerNarrowed = async (services: MemoryApplication["services"], index: number): Promise<string> =>
  successOf(await registerQueue(services)(ben, { ...wanted, narrow: longNarrow(index) })()).queue.id;

test("when a user's narrows are too long together, the least recently polled of those queues end", async () => {
  const plain = await register();
  const narrowed: string[] = [];
  for (let index = 0; index < 11; index += 1) {
    world.clock.advance(1000);
    narrowed.push(await registerNarrowed(world.services, index));
  }
  const [first = "", ...others] = narrowed;
  expect(refusalOf(await poll(first))).toContain("Bad event queue ID");
  for (const id of [plain, ...others]) successOf(await poll(id));
  expect(world.services.liveQueues.size).toBe(11);
});

/** Another process, from which this one hears. */
const heardProcess = async () => {
  const ignored = { grown: () => {}, connected: () => {} };
  const receive = receiveSignal(world.services);
  await world.outside.wakeup.listen({ ...ignored, signalled: (...news) => void receive(...news) });
  return newProcess(world.outside);
};

test("deleting a queue on one node ends its poll on another at once", async () => {
  const other = await heardProcess();
  const [id, kept] = [await register(), await register()];
  const [waiting, alsoWaiting] = [poll(id, undefined, false), poll(kept, undefined, false)];
  await new Promise((resolve) => setImmediate(resolve));
  successOf(await deleteQueue(other)(ben, id)());
  expect(refusalOf(await waiting)).toBe(`Bad event queue ID: ${id}`);
  expect(refusalOf(await poll(id))).toBe(`Bad event queue ID: ${id}`);
  expect(world.services.liveQueues.size).toBe(1);
  await say("still here");
  expect(saidIn(successOf(await alsoWaiting).items)).toEqual(["still here"]);
});

test("a queue whose events one node finds to be gone ends its poll on another at once", async () => {
  const other = await heardProcess();
  const id = await register();
  const waiting = poll(id, undefined, false);
  await new Promise((resolve) => setImmediate(resolve));
  jest.spyOn(other.directory, "at").mockResolvedValue(undefined);
  const wish = { queueId: id, lastEventId: undefined, dontBlock: true };
  expect(refusalOf(await fetchEvents(other)(ben, wish)())).toBe(`Bad event queue ID: ${id}`);
  expect(refusalOf(await waiting)).toBe(`Bad event queue ID: ${id}`);
});

test("a queue that makes room for another one ends on all nodes", async () => {
  const other = await heardProcess();
  const narrowed: string[] = [];
  for (let index = 0; index < 10; index += 1) {
    narrowed.push(await registerNarrowed(world.services, index));
    world.clock.advance(1000);
  }
  const [first = "", second = ""] = narrowed;
  const waiting = poll(first, undefined, false);
  await new Promise((resolve) => setImmediate(resolve));
  await registerNarrowed(other, 10);
  expect(refusalOf(await waiting)).toContain("Bad event queue ID");
  successOf(await poll(second));
});

test("a queue that another process deletes while it is opened here doesn't come back", async () => {
  const id = await register();
  const { liveQueues, open, pollFor } = gated("find");
  const polled = pollFor(id, 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await world.services.queueStore.remove(world.realmId, id);
  liveQueues.endHere([{ realmId: world.realmId, id }]);
  open();
  expect(refusalOf(await polled)).toContain("Bad event queue ID");
  expect(liveQueues.size).toBe(0);
});

test("a queue that another process ended leaves this one's memory, even if the news of it is lost", async () => {
  const other = newProcess(world.outside);
  const id = await register();
  successOf(await poll(id));
  await other.liveQueues.remove(world.realmId, id);
  expect(world.services.liveQueues.size).toBe(1);
  const waiting = poll(id, undefined, false);
  await new Promise((resolve) => setImmediate(resolve));
  await world.services.liveQueues.settleQueues();
  expect(refusalOf(await waiting)).toContain("Bad event queue ID");
  expect(refusalOf(await poll(id))).toContain("Bad event queue ID");
  expect(world.services.liveQueues.size).toBe(0);
});

test("idle queues with long narrows share a limit in memory, and continue when they are polled", async () => {
  const { directory } = world.services;
  const liveQueues = new LiveQueues(world.services, 50_000);
  directory.follow(liveQueues);
  const services = { ...world.services, liveQueues };
  const { queue: plain } = successOf(await registerQueue(services)(ben, wanted)());
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push(await registerNarrowed(services, index));
  await liveQueues.settleQueues();
  expect(liveQueues.size).toBe(6);
  ids.push(await registerNarrowed(services, 5));
  await liveQueues.settleQueues();
  expect(liveQueues.size).toBe(1);
  expect(liveQueues.held(world.realmId, plain.id)).toBeDefined();
  await say("meanwhile");
  const wish = { queueId: ids[0] ?? "", lastEventId: undefined, dontBlock: true };
  expect(saidIn(successOf(await fetchEvents(services)(ben, wish)()).items)).toEqual(["meanwhile"]);
});

test("a poll without an event in time ends with a heartbeat under a new id", async () => {
  const id = await register();
  const first = successOf(await poll(id, undefined, false));
  expect(first.items).toEqual([]);
  const second = successOf(await poll(id, first.heartbeatId, false));
  expect(second.heartbeatId).toBeGreaterThan(first.heartbeatId ?? 0);
});

test("an event after a heartbeat has a greater id", async () => {
  const id = await register();
  const { heartbeatId } = successOf(await poll(id, undefined, false));
  await say("now");
  expect(await heard(id, heartbeatId)).toEqual(["now"]);
});

test("a client without events moves on with its heartbeats, so that the log can be pruned behind it", async () => {
  const id = await register();
  await change(20);
  const { position } = await world.services.directory.stateOf(world.realmId);
  const { heartbeatId } = successOf(await poll(id, undefined, false));
  expect(positionOf(heartbeatId ?? 0)).toBe(position);
  await poll(id, heartbeatId);
  await passMinute();
  expect((await world.persistence.queueStore.find(world.realmId, id))?.acknowledged).toBe(position);
});

test("a client without events continues at a node that took over its queue, whatever happened meanwhile", async () => {
  const id = await register();
  let beat: number | undefined;
  for (let round = 0; round < 3; round += 1) {
    await change(1000);
    beat = successOf(await poll(id, beat, false)).heartbeatId;
  }
  const other = newProcess(world.outside);
  await say("at last");
  const wish = { queueId: id, lastEventId: beat, dontBlock: true };
  expect(successOf(await fetchEvents(other)(ben, wish)()).items).toHaveLength(1);
});

test("a client that never waits moves on too, once it is far behind", async () => {
  const id = await register();
  await change(10);
  expect(successOf(await poll(id)).heartbeatId).toBeUndefined();
  await change(1000);
  const { position } = await world.services.directory.stateOf(world.realmId);
  const { items, heartbeatId } = successOf(await poll(id));
  expect(items).toEqual([]);
  expect(positionOf(heartbeatId ?? 0)).toBe(position);
});

test.each([true, false])(
  "a poll that searches thousands of events in vain ends with a heartbeat there, and the client comes back for the rest (dont_block %s)",
  async (dontBlock) => {
    const id = await register();
    const { position: start } = await world.services.directory.stateOf(world.realmId);
    await change(4700);
    await say("at last");
    // No wait may be necessary.
    const other = { ...newProcess(world.outside), heartbeatAfter: () => 60_000 };
    const pollAfter = async (lastEventId: number | undefined) =>
      successOf(await fetchEvents(other)(ben, { queueId: id, lastEventId, dontBlock })());
    const first = await pollAfter(undefined);
    expect(first.items).toEqual([]);
    expect(positionOf(first.heartbeatId ?? 0)).toBe(start + 4000);
    const second = await pollAfter(first.heartbeatId);
    expect(saidIn(second.items)).toEqual(["at last"]);
    expect(second.items.map(idOf)[0]).toBeGreaterThan(first.heartbeatId ?? 0);
    await say("and more");
    await other.directory.newest(world.realmId);
    expect(saidIn((await pollAfter(second.items.map(idOf)[0])).items)).toEqual(["and more"]);
  },
);

test("a client that names a later event than its queue has reached comes there in several polls, without missing events", async () => {
  const id = await register();
  await change(4500);
  const { position: later } = await world.services.directory.stateOf(world.realmId);
  await change(300);
  await say("at last");
  const other = { ...newProcess(world.outside), heartbeatAfter: () => 60_000 };
  const pollAfter = async (lastEventId: number | undefined) =>
    successOf(await fetchEvents(other)(ben, { queueId: id, lastEventId, dontBlock: false })());
  // Both polls share what is read from the queue's beginning.
  const [, first] = await Promise.all([pollAfter(undefined), pollAfter(lastEntryIdAt(later))]);
  expect(first.items).toEqual([]);
  expect(positionOf(first.heartbeatId ?? 0)).toBe(later);
  expect(saidIn((await pollAfter(first.heartbeatId)).items)).toEqual(["at last"]);
});

test("a poll that waited without an id left for a heartbeat ends without events, and the queue receives later ones", async () => {
  const id = await register();
  const { position } = await world.services.directory.stateOf(world.realmId);
  const last = eventIdAt(position) + 4094;
  expect(successOf(await poll(id, last, false)).heartbeatId).toBe(last + 1);
  for (const services of [world.services, newProcess(world.outside)]) {
    const wish = { queueId: id, lastEventId: last + 1, dontBlock: false };
    expect(successOf(await fetchEvents(services)(ben, wish)())).toMatchObject({
      items: [],
      heartbeatId: undefined,
    });
  }
  await say("now");
  expect(await heard(id, last + 1)).toEqual(["now"]);
});

test("a poll at the last id of a position waits until a new event brings more ids", async () => {
  const id = await register();
  const { position } = await world.services.directory.stateOf(world.realmId);
  const last = eventIdAt(position) + 4095;
  const polling = poll(id, last, false);
  await change(1);
  await say("now");
  expect(successOf(await polling).items.length).toBeGreaterThan(0);
});

const longRenderer: MessageRenderer = {
  ...escapingRenderer,
  render: async (...given) =>
    pipe(
      await escapingRenderer.render(...given),
      E.map((rendered) => ({ ...rendered, html: "x".repeat(450_000) })),
    ),
};

test("a client that was away receives long messages in portions, and misses none", async () => {
  world = await memoryApplication({ renderer: longRenderer });
  ben = await world.newMember("Ben");
  const { liveQueues } = world.services;
  const id = await register();
  for (let count = 0; count < 40; count += 1) await say(`${count}`);
  // Events that wait for an idle client take no memory.
  expect(liveQueues.size).toBe(0);
  const all: string[] = [];
  for (let seen: number | undefined; all.length < 40; ) {
    const { items } = successOf(await poll(id, seen));
    expect(items.length).toBeLessThan(20);
    all.push(...saidIn(items));
    seen = items.map(idOf).at(-1);
    expect(liveQueues.size).toBe(0);
  }
  expect(all).toEqual(Array.from({ length: 40 }, (_, count) => `${count}`));
});

test("long messages that several idle clients wait for stay in memory", async () => {
  world = await memoryApplication({ renderer: longRenderer });
  ben = await world.newMember("Ben");
  for (let count = 0; count < 10; count += 1) await register();
  for (let count = 0; count < 5; count += 1) await say(`${count}`);
  expect(world.services.liveQueues.size).toBe(10);
});

test("beyond two thousand events, a queue leaves memory and is read again from the log", async () => {
  const { liveQueues } = world.services;
  const id = await registerForAll();
  await change(2000);
  expect(liveQueues.size).toBe(1);
  await change(1);
  expect(liveQueues.size).toBe(0);
  const ids: number[] = [];
  while (ids.length < 2001) ids.push(...successOf(await poll(id, ids.at(-1))).items.map(idOf));
  expect(ids.map(positionOf)).toEqual(ids.map((_, index) => positionOf(ids[0] ?? 0) + index));
});

test("long messages wait in memory for idle queues only within a common limit", async () => {
  world = await memoryApplication({ renderer: longRenderer });
  ben = await world.newMember("Ben");
  const { directory } = world.services;
  const liveQueues = new LiveQueues(world.services, 4_000_000);
  directory.follow(liveQueues);
  const services = { ...world.services, liveQueues };
  /** One more idle queue, for which a message of 450,000 characters waits. */
  const add = async (topic: string): Promise<number> => {
    const narrow = [{ operator: "topic", operand: topic, negated: false }];
    await registerQueue(services)(ben, { ...wanted, narrow })();
    const to = { kind: "channel", channel: "general", topic } as const;
    successOf(await sendMessage(services)(world.owner, { to, content: "long", readBySender: false })());
    return liveQueues.size;
  };
  const sizes: number[] = [];
  for (let count = 0; count < 9; count += 1) sizes.push(await add(`${count}`));
  expect(sizes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 0]);
});

test("new messages are delivered without a query, however many wait", async () => {
  const id = await register();
  const { readStates, userData } = world.persistence;
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
    eventReads: new EventReads({
      clock: world.clock,
      liveQueues,
      readStates: watched(readStates),
      userData: watched(userData),
    }),
  });
  await say("hello");
  const wish = { queueId: id, lastEventId: undefined, dontBlock: true };
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

test("a poll that returns to an earlier event ends the older one, which sends its client no further", async () => {
  const id = await register();
  const { position } = await world.services.directory.stateOf(world.realmId);
  await say("one");
  const seen = successOf(await poll(id))
    .items.map(idOf)
    .at(-1);
  const older = poll(id, seen, false);
  await new Promise((resolve) => setImmediate(resolve));
  const newer = poll(id, eventIdAt(position), false);
  expect(successOf(await older)).toMatchObject({ items: [], isOver: true });
  expect(saidIn(successOf(await newer).items)).toEqual(["one"]);
});

/** Live queues whose store waits at a gate before it deletes a queue, or after it has found one a second time, to open it. */
const gated = (waitsAt: "find" | "remove") => {
  const { queueStore } = world.persistence;
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let finds = 0;
  const waiting: typeof queueStore = {
    ...queueStore,
    find: async (...asked) => {
      const found = await queueStore.find(...asked);
      finds += 1;
      if (waitsAt === "find" && finds === 2) await gate;
      return found;
    },
    remove: async (...asked) => {
      if (waitsAt === "remove") await gate;
      await queueStore.remove(...asked);
    },
  };
  const liveQueues = new LiveQueues({ ...world.services, queueStore: waiting });
  const pollFor = (queueId: string, milliseconds: number) =>
    fetchEvents({ ...world.services, liveQueues, heartbeatAfter: () => milliseconds })(ben, {
      queueId,
      lastEventId: undefined,
      dontBlock: false,
    })();
  return { liveQueues, open, pollFor };
};

test("a poll that comes back while its queue is being deleted ends", async () => {
  const id = await register();
  const { liveQueues, open, pollFor } = gated("remove");
  const first = pollFor(id, 60_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const deleted = liveQueues.remove(world.realmId, id);
  const second = pollFor(id, 60_000);
  await first;
  open();
  await deleted;
  await second;
  expect(refusalOf(await pollFor(id, 1))).toContain("Bad event queue ID");
  expect(liveQueues.size).toBe(0);
});

test("a queue that was found just before it is deleted doesn't come back", async () => {
  const id = await register();
  const { liveQueues, open, pollFor } = gated("find");
  const polled = pollFor(id, 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await liveQueues.remove(world.realmId, id);
  open();
  expect(refusalOf(await polled)).toContain("Bad event queue ID");
  expect(liveQueues.size).toBe(0);
});

test("a queue that the sweep deletes while it is opened here doesn't come back", async () => {
  const id = await register();
  world.clock.advance(600_000 + 181_000);
  const { liveQueues, open, pollFor } = gated("find");
  const polled = pollFor(id, 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await sweep({ ...world.services, liveQueues })();
  open();
  expect(refusalOf(await polled)).toContain("Bad event queue ID");
  expect(liveQueues.size).toBe(0);
});

test("a queue that nobody polls is deleted after its timeout, with its events", async () => {
  const id = await register();
  await say("unheard");
  world.clock.advance(600_000 + 181_000);
  await passMinute();
  expect(refusalOf(await poll(id))).toBe(`Bad event queue ID: ${id}`);
});

test("a queue with a short timeout outlives another node's sweep while its client polls here", async () => {
  const queue = { ...wanted, idleTimeout: 1 };
  const { id } = successOf(await registerQueue(world.services)(ben, queue)()).queue;
  const waiting = poll(id, undefined, false);
  await new Promise((resolve) => setImmediate(resolve));
  world.clock.advance(59_000);
  await sweep(newProcess(world.outside))();
  await say("heard");
  expect(saidIn(successOf(await waiting).items)).toEqual(["heard"]);
  await world.services.liveQueues.settleQueues();
  successOf(await poll(id));
});

test("a queue dropped from memory is read again from the log", async () => {
  const id = await register();
  await say("kept");
  world.clock.advance(130_000);
  await passMinute();
  await say("and this");
  expect(await heard(id)).toEqual(["kept", "and this"]);
});

test("pruning removes from the log what every queue has passed, and keeps the rest", async () => {
  const [fast, slow] = [await register(), await register()];
  await say("one");
  const last = successOf(await poll(fast)).items.at(-1);
  await poll(fast, last && idOf(last));
  // An hour passes, in which both are polled.
  for (let minute = 0; minute < 70; minute += 10) {
    world.clock.advance(590_000);
    await poll(slow);
    await poll(fast);
    await passMinute();
  }
  successOf(await poll(slow));
  const acknowledged = (await world.services.liveQueues.find(world.realmId, slow))?.acknowledged;
  expect(await world.persistence.eventLog.prunedUpTo(world.realmId)).toBe(acknowledged);
  expect(await heard(slow)).toEqual(["one"]);
});

test("a queue answers only its owner", async () => {
  const id = await register();
  expect(
    refusalOf(
      await fetchEvents(world.services)(world.owner, {
        queueId: id,
        lastEventId: undefined,
        dontBlock: true,
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

test("a signal between a heartbeat and the next poll is delivered", async () => {
  const id = await registerForAll();
  const { directory, liveQueues } = world.services;
  const type = async () => liveQueues.signal(world.realmId, await directory.stateOf(world.realmId), typing);
  await type();
  const [first] = successOf(await poll(id)).items;
  const beat = successOf(await poll(id, first && idOf(first), false)).heartbeatId;
  await type();
  expect(successOf(await poll(id, beat)).items).toHaveLength(1);
});

test("a signal sent at an earlier position comes after the events that overtook it", async () => {
  const id = await registerForAll();
  const before = await world.services.directory.stateOf(world.realmId);
  await say("faster");
  world.services.liveQueues.signal(world.realmId, before, typing);
  const ids = successOf(await poll(id)).items.map(idOf);
  expect(ids).toHaveLength(2);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(successOf(await poll(id, ids.at(-1))).items).toEqual([]);
});

/** Another process, whose reads of the log wait at a gate once it has the realm's newest state. */
const slowReader = async () => {
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
  // Events that the queues don't ask for: there is something to read and nothing to deliver.
  await change(1);
  await services.directory.newest(world.realmId);
  isHeld = true;
  const waitingPoll = async (queueId: string) => {
    const polling = fetchEvents(services)(ben, { queueId, lastEventId: undefined, dontBlock: false })();
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return { polling };
  };
  return { services, waitingPoll, go };
};

test("a poll whose queue is released while it reads continues", async () => {
  const id = await register();
  const { services, waitingPoll, go } = await slowReader();
  const { polling } = await waitingPoll(id);
  services.liveQueues.passedOver(world.realmId);
  go();
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await say("hello");
  await services.directory.newest(world.realmId);
  expect(successOf(await polling).items).toHaveLength(1);
});

test.each([
  ["while both read", () => {}],
  [
    "while both read, and the queue is released",
    (services: MemoryApplication["services"]) => services.liveQueues.passedOver(world.realmId),
  ],
])("a newer poll ends the older one %s", async (_, meanwhile) => {
  const id = await register();
  const { services, waitingPoll, go } = await slowReader();
  const [older, newer] = [await waitingPoll(id), await waitingPoll(id)];
  meanwhile(services);
  go();
  const began = performance.now();
  expect(successOf(await older.polling)).toMatchObject({ items: [], isOver: true });
  expect(performance.now() - began).toBeLessThan(1000);
  await say("for the newer");
  await services.directory.newest(world.realmId);
  expect(saidIn(successOf(await newer.polling).items)).toEqual(["for the newer"]);
});

test("using another realm's queue id finds nothing, and leaves that queue as it is", async () => {
  const id = await register();
  const { liveQueues } = world.services;
  const elsewhere = await createRealm(world.persistence.eventStore);
  expect(await liveQueues.find(elsewhere.id, id)).toBeUndefined();
  const requester = { realm: `${elsewhere.id}`, user: "1" };
  const reading = { requester, permit: liveQueues.logReadPermit(), client: new PollingClient() };
  expect(await liveQueues.poll(elsewhere.id, id, 0, 0, reading)).toBeUndefined();
  await liveQueues.remove(elsewhere.id, id);
  expect(liveQueues.needs(world.realmId)).toBe(true);
  await say("hello");
  expect(await heard(id)).toEqual(["hello"]);
});

test("a registration at a position without a state is repeated at a newer one", async () => {
  const { outside, realmId } = world;
  // As on a node of an older version, which can't read the undo data.
  const eventLog = { ...outside.eventLog, undos: async () => E.left("unreadable" as const) };
  let reads = 0;
  const read: typeof outside.userSnapshots.read = async (...asked) => {
    const snapshot = await outside.userSnapshots.read(...asked);
    reads += 1;
    // More than the states that a node remembers.
    for (let changes = 0; reads === 1 && changes < 70; changes += 1) await busy(`${changes}`);
    await services.directory.newest(realmId);
    return snapshot;
  };
  const busy = (text: string) =>
    world.services.inTransaction(byServer(realmId), async (tx) => {
      tx.append({ type: "user_status_changed", userId: 1, change: { text } });
      return E.right(undefined);
    });
  const services = newProcess({
    ...outside,
    eventLog,
    userSnapshots: { read },
    following: { ...outside.following, eventLog },
  });
  const fetching = { ...wanted, fetch: { ...wanted.fetch, starred: true } };
  const { queue, state } = successOf(await registerQueue(services)(ben, fetching)());
  expect([reads, queue.startsAfter]).toEqual([2, state.position]);
  expect(state.users.get(1)?.status.text).toBe("69");
});
