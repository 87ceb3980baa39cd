import { guardedByRealm } from "../../../../src/adapters/decorators/guarded-by-realm";
import { NodeBreakers } from "../../../../src/adapters/persistence/breakers/node-breakers";
import { realmBreakersIn, silence } from "../../../support/storage/realm-breakers";

/** How long the pool's connections wait for an answer, in the milliseconds of these tests. */
const patience = 5000;
const poolSize = 10;
const mostPerNode = 6;

interface Reader {
  find(realmId: number): Promise<string>;
}

let now: number;
let isSilent: (node: string) => boolean;
let moved: Map<number, string>;
let doubted: number[];
/** Connections in use, by node. */
let used: string[];
/** Calls that got a connection, as `realm@node`, in order. */
let asked: string[];
let timers: { readonly at: number; readonly ring: () => void }[];
let waiting: (() => void)[];

/** Even realms are on the node "silent", odd ones on "lively". */
const placeOf = (realmId: number) => moved.get(realmId) ?? (realmId % 2 === 0 ? "silent" : "lively");

const settle = () => new Promise(setImmediate);

/** Lets time pass until a moment. */
const until = async (moment: number): Promise<void> => {
  await settle();
  for (;;) {
    const [first] = timers.filter(({ at }) => at <= moment).sort((one, other) => one.at - other.at);
    if (first === undefined) break;
    timers = timers.filter((one) => one !== first);
    now = first.at;
    first.ring();
    await settle();
  }
  now = moment;
};

/** A pool, whose calls take 10 ms, but time out on a silent node. */
const ask = async (realmId: number): Promise<string> => {
  if (used.length >= poolSize) await new Promise<void>((resolve) => waiting.push(resolve));
  const node = placeOf(realmId);
  asked.push(`${realmId}@${node}`);
  used.push(node);
  const hangs = isSilent(node);
  await new Promise<void>((ring) => timers.push({ at: now + (hangs ? patience : 10), ring }));
  used.splice(used.indexOf(node), 1);
  waiting.shift()?.();
  if (hangs) throw silence;
  return `from ${node}`;
};

const readerOn = (nodes: NodeBreakers, nodeOf: (realmId: number) => string | undefined = placeOf): Reader =>
  guardedByRealm<Reader>(
    { find: ask },
    realmBreakersIn({
      now: () => now,
      nodeOf,
      nodes,
      mostPerNode,
      answers: async (realmId) => !isSilent(placeOf(realmId)),
      doubt: (realmId) => doubted.push(realmId),
    }),
  );

let nodes: NodeBreakers;
let reader: Reader;

beforeEach(() => {
  now = 0;
  moved = new Map();
  doubted = [];
  used = [];
  asked = [];
  timers = [];
  waiting = [];
  isSilent = (node) => node === "silent";
  nodes = new NodeBreakers(() => now);
  reader = readerOn(nodes);
});

/** Asks, and notes after how many milliseconds it ended, and how. */
const timed = (realmId: number, from: Reader = reader) => {
  const begun = now;
  const outcome: { took?: number; text?: string } = {};
  const end = (text: string) => Object.assign(outcome, { took: now - begun, text });
  from.find(realmId).then(end, ({ message }) => end(message));
  return outcome;
};

const refused = "The database node silent didn't answer, and isn't asked again for a while";
const evens = (count: number) => Array.from({ length: count }, (_, index) => 2 * (index + 1));

/** Makes it known that there is another node. */
const askLively = async () => {
  timed(1);
  await until(now + 10);
};

test("fifty realms of a silent node take six of ten connections, and other realms answer in time", async () => {
  await askLively();
  const silenced = [...evens(50), ...evens(50)].map((realmId) => timed(realmId));
  await settle();
  for (let moment = 100; moment < 30_000; moment += 100) {
    await until(moment);
    if (moment > 20_000) isSilent = () => true;
    expect(used.filter((node) => node === "silent").length).toBeLessThanOrEqual(mostPerNode);
    const lively = moment <= 20_000 ? timed(2 * moment + 1) : undefined;
    for (const realmId of evens(3)) timed(realmId);
    await until(moment + 10);
    if (lively) expect(lively).toEqual({ took: 10, text: "from lively" });
  }
  expect(silenced.filter(({ text }) => text === silence.message)).toHaveLength(mostPerNode);
  expect(silenced.filter(({ text }) => text === refused)).toHaveLength(100 - mostPerNode);
  expect(silenced.every(({ took = Number.NaN }) => took <= patience)).toBe(true);
});

test("once one call has timed out, calls for all realms of its node fail at once", async () => {
  timed(2);
  await until(patience);
  const others = [timed(4), timed(6), timed(1)];
  await until(patience + 10);
  expect(others).toEqual([
    { took: 0, text: refused },
    { took: 0, text: refused },
    { took: 10, text: "from lively" },
  ]);
  expect(asked).toEqual(["2@silent", "1@lively"]);
});

test("another pool of the process knows it too, and refuses those that wait there", async () => {
  const other = readerOn(nodes);
  timed(1, other);
  await until(10);
  timed(2);
  await until(3000);
  const there = evens(mostPerNode + 1).map((realmId) => timed(realmId, other));
  await until(patience + 10);
  expect(there.at(-1)).toEqual({ took: 2010, text: refused });
});

test("one call at a time asks a silent node, less and less often", async () => {
  await askLively();
  const seconds: number[] = [];
  for (let moment = 500; moment < 120_000; moment += 500) {
    await until(moment);
    const before = asked.length;
    for (const realmId of evens(5)) timed(realmId);
    await settle();
    for (const _ of asked.slice(before)) seconds.push(moment / 1000);
  }
  // Until the first time-out, as many as may; then after pauses of 5, 10, 20 and 30 s, each of which follows a time-out.
  expect(seconds.slice(mostPerNode)).toEqual([10.5, 25.5, 50.5, 85.5]);
});

test("a node that answers again is asked for all its realms at once", async () => {
  timed(2);
  await until(patience);
  isSilent = () => false;
  await until(2 * patience - 1);
  const early = timed(4);
  await until(2 * patience);
  const probe = timed(4);
  await settle();
  const meanwhile = timed(6);
  await until(2 * patience + 10);
  const after = [timed(2), timed(6), timed(8)];
  await until(2 * patience + 20);
  expect(early.text).toBe(refused);
  expect(meanwhile).toEqual({ took: 0, text: refused });
  for (const one of [probe, ...after]) expect(one).toEqual({ took: 10, text: "from silent" });
});

test("a realm that moves to a node that answers is served there", async () => {
  timed(2);
  await until(patience);
  timed(4);
  await settle();
  expect(doubted).toEqual([2, 4]);
  moved.set(4, "lively");
  const there = timed(4);
  await until(patience + 10);
  expect(there).toEqual({ took: 10, text: "from lively" });
});

test("a call that times out on a node that answers opens no breaker", async () => {
  isSilent = () => true;
  timed(2);
  await settle();
  isSilent = () => false;
  await until(patience);
  const after = [timed(2), timed(4)];
  await until(patience + 10);
  expect(after).toEqual([
    { took: 10, text: "from silent" },
    { took: 10, text: "from silent" },
  ]);
});

test("a node's breaker stays closed if it answers others while a realm is silent: only that realm's opens", async () => {
  let isMute = true;
  isSilent = () => isMute;
  timed(2);
  await settle();
  isMute = false;
  timed(4);
  await until(patience - 1);
  isMute = true;
  await until(patience);
  isMute = false;
  const after = [timed(2), timed(4)];
  await until(patience + 10);
  expect(after).toEqual([
    { took: 0, text: "The storage of realm 2 didn't answer, and isn't asked again for a while" },
    { took: 10, text: "from silent" },
  ]);
});

test("a late time-out of a call from before doesn't delay the next question", async () => {
  timed(2);
  await until(3000);
  timed(4);
  await until(2 * patience - 1);
  isSilent = () => false;
  await until(2 * patience);
  const probe = timed(6);
  await until(2 * patience + 10);
  expect(probe).toEqual({ took: 10, text: "from silent" });
});

test("where one node holds all realms, its calls take all connections", async () => {
  isSilent = () => false;
  for (const realmId of evens(poolSize)) timed(realmId);
  await settle();
  expect(used).toHaveLength(poolSize);
});

test("more calls for a node that answers wait for each other, and are all answered", async () => {
  isSilent = () => false;
  await askLively();
  const all = evens(20).map((realmId) => timed(realmId));
  await until(1000);
  expect(all.map(({ text }) => text)).toEqual(all.map(() => "from silent"));
  expect(all.map(({ took }) => took)).toEqual([
    ...Array.from({ length: 6 }, () => 10),
    ...Array.from({ length: 6 }, () => 20),
    ...Array.from({ length: 6 }, () => 30),
    40,
    40,
  ]);
});

test("a realm whose node isn't known has a breaker of its own", async () => {
  reader = readerOn(nodes, () => undefined);
  timed(2);
  await until(patience);
  const after = [timed(2), timed(4)];
  await until(2 * patience);
  expect(after.map(({ took }) => took)).toEqual([0, patience]);
});
