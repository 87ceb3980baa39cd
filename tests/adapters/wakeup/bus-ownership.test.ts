import { BusOwnership } from "../../../src/adapters/wakeup/bus-ownership";
import type { LaneMessage } from "../../../src/adapters/wakeup/lane-message";
import type { RealmHead } from "../../../src/application/ports/events/event-store";
import { fixedClock } from "../../support/application/fakes";

const realmId = 1;
const headAt = (position: number): RealmHead => ({ position, messageId: position, ids: { user: 3 } });

/** Nodes on one bus that may lose what it carries. */
const nodesOn = (...names: readonly string[]) => {
  const clock = fixedClock();
  const nodes = new Map<string, BusOwnership>();
  const sent: string[] = [];
  let isLossy = false;
  let isConnected = true;
  const deliver = (from: string, news: LaneMessage) => {
    sent.push(news.kind === "gives_turn" ? `${from} gives ${news.to}` : `${from} asks`);
    if (isLossy) return;
    for (const [name, one] of nodes) {
      if (name === from) continue;
      if (news.kind === "asks_for_turn") one.heardAsking(realmId, from);
      else if (news.kind === "gives_turn") one.heardGiving(realmId, news);
    }
  };
  for (const name of names)
    nodes.set(
      name,
      new BusOwnership({
        self: name,
        clock,
        isConnected: () => isConnected,
        send: (_, news) => void Promise.resolve().then(() => deliver(name, news)),
      }),
    );
  const node = (name: string): BusOwnership => {
    const known = nodes.get(name);
    if (known === undefined) throw new Error(`no node ${name}`);
    return known;
  };
  /** A commit that all nodes learn of. */
  const commits = (name: string, position: number) => {
    node(name).release(realmId, headAt(position));
    for (const [other, one] of nodes) if (other !== name) one.heardCommit(realmId, name, position);
  };
  return {
    clock,
    sent,
    node,
    commits,
    lose: (lossy: boolean) => {
      isLossy = lossy;
    },
    disconnect: () => {
      isConnected = false;
    },
    pass: async (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += 50) {
        clock.advance(50);
        await jest.advanceTimersByTimeAsync(50);
      }
    },
  };
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("a node alone always owns the realm at once and asks nobody", async () => {
  const { node, sent, commits } = nodesOn("ada");
  for (const position of [1, 2, 3]) {
    expect(await node("ada").acquire(realmId)).toEqual({ kind: "own" });
    commits("ada", position);
  }
  expect(sent).toEqual([]);
});

test("a node that asks waits until the owner is done, and continues from its head", async () => {
  const { node, commits, pass } = nodesOn("ada", "ben");
  await node("ada").acquire(realmId);
  commits("ada", 4);
  await node("ada").acquire(realmId);
  let acquired: unknown;
  void node("ben")
    .acquire(realmId)
    .then((one) => {
      acquired = one;
    });
  await pass(100);
  expect(acquired).toBeUndefined();
  commits("ada", 5);
  await pass(0);
  await jest.advanceTimersByTimeAsync(0);
  expect(acquired).toEqual({ kind: "handed", head: headAt(5) });
});

test("an owner with nothing to do lets others go at once", async () => {
  const { node, commits, sent } = nodesOn("ada", "ben");
  await node("ada").acquire(realmId);
  commits("ada", 4);
  expect(await node("ben").acquire(realmId)).toEqual({ kind: "handed", head: headAt(4) });
  expect(sent).toEqual(["ben asks", "ada gives ben"]);
});

test("after a failed commit the next node looks for the head itself", async () => {
  const { node, commits } = nodesOn("ada", "ben");
  await node("ada").acquire(realmId);
  commits("ada", 4);
  await node("ada").acquire(realmId);
  const acquired = node("ben").acquire(realmId);
  await jest.advanceTimersByTimeAsync(0);
  node("ada").release(realmId, undefined);
  expect(await acquired).toEqual({ kind: "handed", head: undefined });
});

test("three busy nodes go one after another, each its share, and never two at once", async () => {
  const { node, commits, sent } = nodesOn("ada", "ben", "cem");
  const order: string[] = [];
  let position = 0;
  let running = 0;
  await node("ada").acquire(realmId);
  position += 1;
  commits("ada", position);
  const work = async (name: string): Promise<void> => {
    for (let time = 0; time < 30; time += 1) {
      const acquired = await node(name).acquire(realmId);
      expect(acquired.kind).not.toBe("unanswered");
      running += 1;
      expect(running).toBe(1);
      order.push(name);
      await Promise.resolve();
      position += 1;
      running -= 1;
      commits(name, position);
    }
  };
  await Promise.all(["ada", "ben", "cem"].map(work));
  for (let place = 0; place + 6 <= 84; place += 1)
    expect(new Set(order.slice(place, place + 6)).size).toBeGreaterThan(1);
  expect(sent.filter((one) => one.includes("gives")).length).toBeGreaterThan(50);
});

test("a node that gets no answer soon continues on its own, and doesn't ask again for a while", async () => {
  const { node, commits, lose, pass, sent } = nodesOn("ada", "ben");
  await node("ada").acquire(realmId);
  commits("ada", 4);
  lose(true);
  const acquired = node("ben").acquire(realmId);
  await pass(600);
  expect(await acquired).toEqual({ kind: "unanswered" });
  node("ben").release(realmId, undefined);
  expect(await node("ben").acquire(realmId)).toEqual({ kind: "unanswered" });
  expect(sent).toEqual(["ben asks"]);
});

test("signs that others hand the realm over prolong the wait, up to a limit", async () => {
  const { node, commits, lose, pass } = nodesOn("ada", "ben");
  await node("ada").acquire(realmId);
  commits("ada", 1);
  lose(true);
  let acquired: unknown;
  void node("ben")
    .acquire(realmId)
    .then((one) => {
      acquired = one;
    });
  for (let position = 2; position < 14; position += 1) {
    await pass(400);
    expect(acquired).toBeUndefined();
    await node("ada").acquire(realmId);
    commits("ada", position);
  }
  await pass(400);
  expect(acquired).toEqual({ kind: "unanswered" });
});

test("without the bus nobody is asked", async () => {
  const { node, commits, disconnect, sent } = nodesOn("ada", "ben");
  await node("ada").acquire(realmId);
  commits("ada", 4);
  disconnect();
  expect(await node("ben").acquire(realmId)).toEqual({ kind: "unanswered" });
  expect(sent).toEqual([]);
});

test("nobody is asked for a realm that has been quiet", async () => {
  const { node, commits, clock, sent } = nodesOn("ada", "ben");
  await node("ada").acquire(realmId);
  commits("ada", 4);
  clock.advance(5000);
  expect(await node("ben").acquire(realmId)).toEqual({ kind: "own" });
  expect(sent).toEqual([]);
});

test("a handover that arrives too late, after others went on, is ignored", async () => {
  const { node, commits } = nodesOn("ada", "ben");
  await node("ada").acquire(realmId);
  commits("ada", 9);
  node("ben").heardGiving(realmId, { kind: "gives_turn", to: "ben", position: 3, head: headAt(3) });
  expect(await node("ben").acquire(realmId)).toEqual({ kind: "handed", head: headAt(9) });
});

/** One node that owns the realm and uses it, with what it sends. */
const owning = async () => {
  const clock = fixedClock();
  const sent: LaneMessage[] = [];
  const send = (_: number, message: LaneMessage) => void sent.push(message);
  const ownership = new BusOwnership({ self: "ada", clock, isConnected: () => true, send });
  await ownership.acquire(realmId);
  return { clock, sent, ownership };
};

test("a node that has asked and then committed on its own isn't handed the realm as well", async () => {
  const { sent, ownership } = await owning();
  ownership.heardAsking(realmId, "ben");
  ownership.heardCommit(realmId, "ben", 5);
  ownership.release(realmId, headAt(6));
  expect(sent).toEqual([]);
});

test("nor is one that asked too long ago to be still waiting", async () => {
  const { clock, sent, ownership } = await owning();
  ownership.heardAsking(realmId, "ben");
  clock.advance(5001);
  ownership.heardAsking(realmId, "cem");
  ownership.release(realmId, headAt(6));
  expect(sent).toMatchObject([{ kind: "gives_turn", to: "cem" }]);
});

test("a commit that another node has overtaken doesn't make its node the holder", async () => {
  const { sent, ownership } = await owning();
  ownership.heardCommit(realmId, "ben", 9);
  ownership.release(realmId, headAt(5));
  void ownership.acquire(realmId);
  expect(sent).toEqual([{ kind: "asks_for_turn" }]);
});

test("who waits for the owner isn't forgotten, however many other realms change meanwhile", async () => {
  const { sent, ownership } = await owning();
  ownership.heardAsking(realmId, "ben");
  for (let other = 2; other < 10_010; other += 1) ownership.heardCommit(other, "ben", 5);
  ownership.release(realmId, headAt(6));
  expect(sent).toMatchObject([{ kind: "gives_turn", to: "ben" }]);
});
