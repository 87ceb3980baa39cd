import type { Caller } from "../../../src/application/caller";
import { extendLogs } from "../../../src/application/events/extend-logs";
import { registerQueue } from "../../../src/application/events/register-queue";
import { eventIdAt, idOf, type QueueItem } from "../../../src/domain/queues/event-queue";
import type { Signal } from "../../../src/domain/queues/signal";
import { fetchEvents } from "../../support/application/fetch-events";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  successOf,
} from "../../support/application/memory-application";
import { messagesOnly } from "../../support/application/messages-only-queue";

type Node = MemoryApplication["services"];

let world: MemoryApplication;
let ben: Caller;
let queueId: string;
/** The last id that Ben's client has seen. */
let seen: number;

beforeEach(async () => {
  world = await memoryApplication();
  ben = await world.newMember("Ben");
  const { queue } = successOf(
    await registerQueue(world.services)(ben, { ...messagesOnly, categories: null })(),
  );
  queueId = queue.id;
  seen = eventIdAt(queue.acknowledged);
});

const positionAt = async (node: Node = world.services): Promise<number> =>
  (await node.directory.newest(world.realmId)).position;
const extend = (node: Node = world.services) => extendLogs(node)();

const typing = (): Signal => ({
  type: "typing",
  op: "start",
  userId: 1,
  place: { kind: "direct", participants: [1, ben.userId] },
});
const type = async (times: number, node: Node = world.services): Promise<void> => {
  const state = await node.directory.stateOf(world.realmId);
  for (let time = 0; time < times; time += 1) node.liveQueues.signal(world.realmId, state, typing());
};

/** Polls, and checks that ids only grow. A wait ends at once, unless there is something to deliver. */
const poll = async (
  { waits = false, node = world.services }: { readonly waits?: boolean; readonly node?: Node } = {},
  lastEventId = seen,
): Promise<readonly QueueItem[]> => {
  const ports = { ...node, heartbeatAfter: () => 60_000 };
  const polling = fetchEvents(ports)(ben, { queueId, lastEventId, dontBlock: !waits })();
  let isAnswered = false;
  void polling.finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    node.liveQueues.wake(world.realmId, ben.userId);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { items, heartbeatId } = successOf(await polling);
  seen = lastEventId;
  for (const id of [...items.map(idOf), ...(heartbeatId === undefined ? [] : [heartbeatId])]) {
    // `expect` would take longer than the poll.
    if (id <= seen) throw new Error(`${id} doesn't follow ${seen}`);
    seen = id;
  }
  return items;
};

test("a client that waits in a silent realm keeps its queue through 100,000 heartbeats, however few positions they take", async () => {
  const before = await positionAt();
  const first = seen;
  for (let beat = 1; beat <= 100_000; beat += 1) {
    const last = seen;
    await poll({ waits: true });
    if (seen <= last) throw new Error(`Heartbeat ${beat} had no id`);
    if (beat % 200 === 0) await extend();
  }
  expect(seen - first).toBeGreaterThan(100_000);
  expect((await positionAt()) - before).toBeLessThanOrEqual(100_000 / 1024);
  await type(1);
  expect(await poll()).toHaveLength(1);
}, 200_000);

test("signals without end all arrive while the log is extended, and take a position for each 1,024 at most", async () => {
  const before = await positionAt();
  let received = 0;
  for (let round = 0; round < 50; round += 1) {
    await type(200);
    received += (await poll()).length;
    await extend();
  }
  expect(received).toBe(10_000);
  expect((await positionAt()) - before).toBeLessThanOrEqual(Math.floor(10_000 / 1024));
});

test("a flood that uses up all ids at a position loses only signals: the client keeps its queue, and gets later ones", async () => {
  for (let round = 0; round < 3; round += 1) {
    await type(1500);
    await poll();
  }
  expect(await poll({ waits: true })).toEqual([]);
  await extend();
  await type(1);
  expect(await poll()).toHaveLength(1);
  await poll({ waits: true });
});

test("a queue that moves to another node, or outlives a restart, continues with greater ids", async () => {
  for (let round = 0; round < 8; round += 1) {
    const node = newProcess(world.outside);
    await poll({ waits: true, node });
    await type(700, node);
    // Each took an id, though only the newest of them still waited.
    expect(await poll({ node })).toHaveLength(200);
    await extend(node);
  }
});

test("however many queues and nodes are short of ids at a position, one event extends the log", async () => {
  const nodes = [world.services, newProcess(world.outside), newProcess(world.outside)];
  const ids = [queueId];
  for (const node of nodes) {
    const { queue } = successOf(await registerQueue(node)(ben, { ...messagesOnly, categories: null })());
    ids.push(queue.id);
    await type(1100, node);
  }
  const before = await positionAt();
  await Promise.all(nodes.map((node) => extend(node)));
  expect(await positionAt()).toBe(before + 1);
  for (const node of nodes) await node.directory.newest(world.realmId);
  await Promise.all(nodes.map((node) => extend(node)));
  expect(await positionAt()).toBe(before + 1);
});

test("nothing is logged while queues have enough ids", async () => {
  const before = await positionAt();
  await type(1000);
  await extend();
  expect(await positionAt()).toBe(before);
});

test("a client that claims to have seen the last id of a position costs one event a run", async () => {
  const before = await positionAt();
  for (let claims = 0; claims < 100; claims += 1) await poll({}, eventIdAt(before + 1) - 1);
  await extend();
  expect(await positionAt()).toBe(before + 1);
  await extend();
  expect(await positionAt()).toBe(before + 1);
});

test("a realm whose commit fails doesn't keep others from theirs", async () => {
  const { inTransaction } = world.services;
  await type(1100);
  const position = await positionAt();
  const gone = { realmId: -1, userId: 1, position: 1 };
  const short = { realmId: world.realmId, userId: ben.userId, position };
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  await extendLogs({ inTransaction, onError, liveQueues: { shortOfIds: () => [gone, short] } })();
  expect(errors).toHaveLength(1);
  expect(await positionAt()).toBe(position + 1);
});

test("a server that stops extends no further log", async () => {
  await type(1100);
  const before = await positionAt();
  await extendLogs(world.services)(AbortSignal.abort());
  expect(await positionAt()).toBe(before);
});
