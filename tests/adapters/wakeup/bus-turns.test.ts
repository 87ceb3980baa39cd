import { BusTurns } from "../../../src/adapters/wakeup/bus-turns";
import type { LaneMessage } from "../../../src/adapters/wakeup/lane-message";
import type { RealmHead } from "../../../src/application/ports/events/event-store";
import { fixedClock } from "../../support/application/fakes";

const realmId = 1;
const headAt = (position: number): RealmHead => ({ position, messageId: position, ids: { user: 3 } });

/** Nodes on one bus that may lose what it carries. */
const nodesOn = (...names: readonly string[]) => {
  const clock = fixedClock();
  const nodes = new Map<string, BusTurns>();
  const sent: string[] = [];
  let isLossy = false;
  let isConnected = true;
  const deliver = (from: string, news: LaneMessage) => {
    sent.push(news.kind === "gives_turn" ? `${from} gives ${news.to}` : `${from} asks`);
    if (isLossy) return;
    for (const [name, turns] of nodes) {
      if (name === from) continue;
      if (news.kind === "asks_for_turn") turns.heardAsking(realmId, from);
      else if (news.kind === "gives_turn") turns.heardGiving(realmId, news);
    }
  };
  for (const name of names)
    nodes.set(
      name,
      new BusTurns({
        self: name,
        clock,
        isConnected: () => isConnected,
        send: (_, news) => void Promise.resolve().then(() => deliver(name, news)),
      }),
    );
  const node = (name: string): BusTurns => {
    const known = nodes.get(name);
    if (known === undefined) throw new Error(`no node ${name}`);
    return known;
  };
  /** A commit that all nodes learn of. */
  const commits = (name: string, position: number) => {
    node(name).end(realmId, headAt(position));
    for (const [other, turns] of nodes) if (other !== name) turns.heardCommit(realmId, name, position);
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

test("a node alone takes each turn at once and asks nobody", async () => {
  const { node, sent, commits } = nodesOn("ada");
  for (const position of [1, 2, 3]) {
    expect(await node("ada").take(realmId)).toEqual({ kind: "own" });
    commits("ada", position);
  }
  expect(sent).toEqual([]);
});

test("a node that asks waits for the turn in progress, and continues from its head", async () => {
  const { node, commits, pass } = nodesOn("ada", "ben");
  await node("ada").take(realmId);
  commits("ada", 4);
  await node("ada").take(realmId);
  let taken: unknown;
  void node("ben")
    .take(realmId)
    .then((one) => {
      taken = one;
    });
  await pass(100);
  expect(taken).toBeUndefined();
  commits("ada", 5);
  await pass(0);
  await jest.advanceTimersByTimeAsync(0);
  expect(taken).toEqual({ kind: "handed", head: headAt(5) });
});

test("a holder with nothing to do lets others go at once", async () => {
  const { node, commits, sent } = nodesOn("ada", "ben");
  await node("ada").take(realmId);
  commits("ada", 4);
  expect(await node("ben").take(realmId)).toEqual({ kind: "handed", head: headAt(4) });
  expect(sent).toEqual(["ben asks", "ada gives ben"]);
});

test("after a failed turn the next node looks for the head itself", async () => {
  const { node, commits } = nodesOn("ada", "ben");
  await node("ada").take(realmId);
  commits("ada", 4);
  await node("ada").take(realmId);
  const taken = node("ben").take(realmId);
  await jest.advanceTimersByTimeAsync(0);
  node("ada").end(realmId, undefined);
  expect(await taken).toEqual({ kind: "handed", head: undefined });
});

test("three busy nodes go one after another, each its share, and never two at once", async () => {
  const { node, commits, sent } = nodesOn("ada", "ben", "cem");
  const order: string[] = [];
  let position = 0;
  let running = 0;
  await node("ada").take(realmId);
  position += 1;
  commits("ada", position);
  const work = async (name: string): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) {
      const taken = await node(name).take(realmId);
      expect(taken.kind).not.toBe("unanswered");
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
  await node("ada").take(realmId);
  commits("ada", 4);
  lose(true);
  const taken = node("ben").take(realmId);
  await pass(600);
  expect(await taken).toEqual({ kind: "unanswered" });
  node("ben").end(realmId, undefined);
  expect(await node("ben").take(realmId)).toEqual({ kind: "unanswered" });
  expect(sent).toEqual(["ben asks"]);
});

test("signs that others take their turns prolong the wait, up to a limit", async () => {
  const { node, commits, lose, pass } = nodesOn("ada", "ben");
  await node("ada").take(realmId);
  commits("ada", 1);
  lose(true);
  let taken: unknown;
  void node("ben")
    .take(realmId)
    .then((one) => {
      taken = one;
    });
  for (let position = 2; position < 14; position += 1) {
    await pass(400);
    expect(taken).toBeUndefined();
    await node("ada").take(realmId);
    commits("ada", position);
  }
  await pass(400);
  expect(taken).toEqual({ kind: "unanswered" });
});

test("without the bus nobody is asked", async () => {
  const { node, commits, disconnect, sent } = nodesOn("ada", "ben");
  await node("ada").take(realmId);
  commits("ada", 4);
  disconnect();
  expect(await node("ben").take(realmId)).toEqual({ kind: "unanswered" });
  expect(sent).toEqual([]);
});

test("nobody is asked for a realm that has been quiet", async () => {
  const { node, commits, clock, sent } = nodesOn("ada", "ben");
  await node("ada").take(realmId);
  commits("ada", 4);
  clock.advance(5000);
  expect(await node("ben").take(realmId)).toEqual({ kind: "own" });
  expect(sent).toEqual([]);
});

test("a turn that arrives too late, after others went on, is ignored", async () => {
  const { node, commits } = nodesOn("ada", "ben");
  await node("ada").take(realmId);
  commits("ada", 9);
  node("ben").heardGiving(realmId, { kind: "gives_turn", to: "ben", position: 3, head: headAt(3) });
  expect(await node("ben").take(realmId)).toEqual({ kind: "handed", head: headAt(9) });
});

/** One node in the middle of a turn, with what it sends. */
const duringTurn = async () => {
  const clock = fixedClock();
  const sent: LaneMessage[] = [];
  const send = (_: number, message: LaneMessage) => void sent.push(message);
  const turns = new BusTurns({ self: "ada", clock, isConnected: () => true, send });
  await turns.take(realmId);
  return { clock, sent, turns };
};

test("a node that has asked and then committed on its own isn't given the turn as well", async () => {
  const { sent, turns } = await duringTurn();
  turns.heardAsking(realmId, "ben");
  turns.heardCommit(realmId, "ben", 5);
  turns.end(realmId, headAt(6));
  expect(sent).toEqual([]);
});

test("nor is one that asked too long ago to be still waiting", async () => {
  const { clock, sent, turns } = await duringTurn();
  turns.heardAsking(realmId, "ben");
  clock.advance(5001);
  turns.heardAsking(realmId, "cem");
  turns.end(realmId, headAt(6));
  expect(sent).toMatchObject([{ kind: "gives_turn", to: "cem" }]);
});

test("a commit that another node has overtaken doesn't make its node the holder", async () => {
  const { sent, turns } = await duringTurn();
  turns.heardCommit(realmId, "ben", 9);
  turns.end(realmId, headAt(5));
  void turns.take(realmId);
  expect(sent).toEqual([{ kind: "asks_for_turn" }]);
});

test("who waits for a turn in progress isn't forgotten, however many other realms change meanwhile", async () => {
  const { sent, turns } = await duringTurn();
  turns.heardAsking(realmId, "ben");
  for (let other = 2; other < 10_010; other += 1) turns.heardCommit(other, "ben", 5);
  turns.end(realmId, headAt(6));
  expect(sent).toMatchObject([{ kind: "gives_turn", to: "ben" }]);
});
