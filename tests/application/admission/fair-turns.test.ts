import { none, some } from "fp-ts/Option";
import { FairTurns, type TurnLimits } from "../../../src/application/admission/fair-turns";
import { Ranking } from "../../../src/application/admission/ranking";
import type { Requester } from "../../../src/application/ports/system/requester";
import fc from "../../support/random/fast-check";

const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const from = (user: string, realm = "a"): Requester => ({ realm, user });

/** Turns whose starts are recorded, each under a name. */
const open = (limits: Partial<TurnLimits>) => {
  const turns = new FairTurns({ running: 1, runningEach: 1, waiting: 100, waitingEach: 100, ...limits });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string, requester: Requester): void => {
    const settle = (isAdmitted: boolean) => void (isAdmitted ? begun : refused).push(name);
    const turn = turns.enter(requester, settle);
    if (turn.state !== "waiting") settle(turn.state === "running");
    ends.set(name, () => turn.leave());
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };
  return { begun, refused, enter, end, turns };
};

test("a caller starts at once when there is room, and the others in their order as room appears", async () => {
  const { begun, enter, end } = open({ running: 2, runningEach: 2 });
  for (const name of ["1", "2", "3", "4"]) enter(name, from("ann"));
  expect(begun).toEqual(["1", "2"]);
  await end("2");
  await end("1");
  expect(begun).toEqual(["1", "2", "3", "4"]);
});

test("a new caller waits for one turn, however many turns another has asked for", async () => {
  const { begun, enter, end } = open({});
  for (let count = 0; count < 100; count += 1) enter(`flood ${count}`, from("mallory"));
  enter("ann", from("ann"));
  await end("flood 0");
  expect(begun).toEqual(["flood 0", "ann"]);
});

test("waiting callers alternate, and so do large and small organizations", async () => {
  const { begun, enter, end } = open({});
  for (const count of [1, 2, 3]) for (const user of ["x", "y"]) enter(`${user}${count}`, from(user, "big"));
  for (const count of [1, 2, 3]) enter(`z${count}`, from("z", "small"));
  for (let count = 0; count < 8; count += 1) await end(begun.at(-1) ?? "");
  expect(begun).toEqual(["x1", "z1", "y1", "z2", "x2", "z3", "y2", "x3", "y3"]);
});

test("nobody exceeds the number of turns per user, even when there is room", async () => {
  const { begun, enter, end } = open({ running: 3, runningEach: 2 });
  for (const name of ["1", "2", "3"]) enter(name, from("mallory"));
  enter("ann", from("ann"));
  expect(begun).toEqual(["1", "2", "ann"]);
  await end("ann");
  expect(begun).toEqual(["1", "2", "ann"]);
  await end("1");
  expect(begun).toEqual(["1", "2", "ann", "3"]);
});

test("a call beyond the end of the queue is refused at once", () => {
  const { begun, refused, enter } = open({ waiting: 2, waitingEach: 2 });
  for (const name of ["1", "2", "3", "4"]) enter(name, from("ann"));
  expect([begun, refused]).toEqual([["1"], ["4"]]);
});

test("a full queue admits the caller with the fewest waiting, and drops the newest of the one with the most", async () => {
  const { begun, refused, enter, end } = open({ waiting: 4 });
  for (const name of ["1", "2", "3", "4", "5"]) enter(name, from("mallory"));
  enter("ann", from("ann"));
  enter("ben", from("ben", "b"));
  await settled();
  expect(refused).toEqual(["5", "4"]);
  // A refused caller that leaves ends nobody's turn.
  await end("5");
  expect(begun).toEqual(["1"]);
  await end("1");
  await end("ben");
  expect(begun).toEqual(["1", "ben", "ann"]);
});

test("an organization's many users don't crowd out another organization", async () => {
  const { refused, enter } = open({ waiting: 3 });
  for (const user of ["1", "2", "3", "4", "5"]) enter(user, from(user, "big"));
  enter("other", from("o", "small"));
  await settled();
  expect(refused).toEqual(["5", "4"]);
});

test("a caller that leaves the queue makes room and is never admitted", async () => {
  const { begun, refused, enter, end } = open({ waiting: 1 });
  for (const name of ["1", "2"]) enter(name, from("ann"));
  await end("2");
  enter("3", from("ann"));
  await end("1");
  expect([begun, refused]).toEqual([["1", "3"], []]);
});

test("a turn that ends twice counts once", async () => {
  const { begun, enter, end } = open({});
  for (const name of ["1", "2", "3"]) enter(name, from("ann"));
  await end("1");
  await end("1");
  expect(begun).toEqual(["1", "2"]);
});

test("work takes a turn and releases it, whether it succeeds or throws", async () => {
  const { turns } = open({ waiting: 0 });
  await expect(turns.take(from("ann"), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  const nested = await turns.take(from("ann"), () => turns.take(from("ben"), async () => "no room"));
  expect(nested).toEqual({ _tag: "Some", value: { _tag: "None" } });
});

/** A requester who holds turns or waits for them, by the words of decision 35. */
interface Known {
  readonly name: string;
  readonly realm: string;
  readonly user: string;
}

test("in any sequence, each turn goes to the organization and then the user with fewest, served longest ago", async () => {
  const asks = fc.array(fc.record({ realm: fc.nat(2), user: fc.nat(2), ends: fc.nat(9) }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(asks, async (steps) => {
      const limits = { running: 3, runningEach: 2 };
      const { begun, enter, end } = open(limits);
      const running: Known[] = [];
      const waiting: Known[] = [];
      const servedAt = new Map<string, number>();
      const expected: string[] = [];
      const [counts, expectedCounts]: [number[], number[]] = [[], []];
      const among = (list: readonly Known[], key: "realm" | "user", { [key]: value }: Known) =>
        list.filter((one) => one[key] === value).length;
      const ranksOf = (one: Known) =>
        (["realm", "user"] as const).flatMap((key) => [
          among(running, key, one),
          servedAt.get(one[key]) ?? 0,
        ]);
      const isBefore = (one: Known, other: Known): boolean => {
        const [ranks, others] = [ranksOf(one), ranksOf(other)];
        const at = ranks.findIndex((rank, index) => rank !== others[index]);
        return at !== -1 && (ranks[at] ?? 0) < (others[at] ?? 0);
      };
      const serve = (): void => {
        while (running.length < limits.running) {
          const may = waiting.filter((one) => among(running, "user", one) < limits.runningEach);
          const [first, ...rest] = may;
          if (first === undefined) return;
          const next = rest.reduce((best, one) => (isBefore(one, best) ? one : best), first);
          waiting.splice(waiting.indexOf(next), 1);
          running.push(next);
          expected.push(next.name);
          for (const who of [next.realm, next.user]) servedAt.set(who, expected.length);
        }
      };
      for (const [index, { realm, user, ends }] of steps.entries()) {
        const [ended] = running.splice(ends, 1);
        if (ended) {
          serve();
          for (const key of ["realm", "user"] as const)
            if (among([...running, ...waiting], key, ended) === 0) servedAt.delete(ended[key]);
          await end(ended.name);
        } else {
          waiting.push({ name: `${index}`, realm: `r${realm}`, user: `u${realm} ${user}` });
          serve();
          enter(`${index}`, { realm: `r${realm}`, user: `${user}` });
        }
        counts.push(begun.length);
        expectedCounts.push(expected.length);
      }
      // Once: `expect` takes longer than a step.
      expect([begun, counts]).toEqual([expected, expectedCounts]);
    }),
    { numRuns: 300 },
  );
});

test("when a turn ends, as few users are looked at among a thousand who wait as among ten", async () => {
  const placed = jest.spyOn(Ranking.prototype, "place");
  const stepsWith = async (count: number): Promise<number> => {
    const { begun, enter, end } = open({ waiting: count, waitingEach: count });
    for (let user = 0; user <= count; user += 1) enter(`${user}`, from(`${user}`, `${user % 7}`));
    placed.mockClear();
    await end("0");
    expect(begun).toHaveLength(2);
    return placed.mock.calls.length;
  };
  expect(await stepsWith(1000)).toBe(await stepsWith(10));
});

test("in any sequence of arrivals and departures, limits hold, nobody starves and nothing remains", async () => {
  const asks = fc.array(fc.record({ realm: fc.nat(2), user: fc.nat(3), isEnd: fc.boolean() }), {
    maxLength: 80,
  });
  await fc.assert(
    fc.asyncProperty(asks, async (steps) => {
      const limits = { running: 3, runningEach: 2, waiting: 6, waitingEach: 4 };
      const { begun, refused, enter, end, turns } = open(limits);
      const ended = new Set<string>();
      const userOf = new Map<string, string>();
      const running = () => begun.filter((name) => !ended.has(name));
      for (const [index, { realm, user, isEnd }] of steps.entries()) {
        const [oldest] = running();
        if (isEnd && oldest !== undefined) {
          ended.add(oldest);
          await end(oldest);
        } else {
          userOf.set(`${index}`, `${realm} ${user}`);
          enter(`${index}`, { realm: `${realm}`, user: `${user}` });
          await settled();
        }
        const each = new Map<string, number>();
        for (const name of running())
          each.set(userOf.get(name) ?? "", (each.get(userOf.get(name) ?? "") ?? 0) + 1);
        expect(running().length).toBeLessThanOrEqual(limits.running);
        expect(Math.max(0, ...each.values())).toBeLessThanOrEqual(limits.runningEach);
        expect(userOf.size - begun.length - refused.length).toBeLessThanOrEqual(limits.waiting);
      }
      for (let [next] = running(); next !== undefined; [next] = running()) {
        ended.add(next);
        await end(next);
      }
      expect([...begun, ...refused].sort()).toEqual([...userOf.keys()].sort());
      expect(turns.load).toEqual({ running: 0, waiting: 0, known: 0 });
    }),
    { numRuns: 200 },
  );
});

test("work that would wait longer than its caller allows isn't done, and makes room in the queue", async () => {
  const { turns, enter } = open({});
  enter("1", from("ann"));
  const work = jest.fn();
  expect(await turns.take(from("ben"), work, 1)).toEqual(none);
  expect(work).not.toHaveBeenCalled();
  expect(turns.load).toMatchObject({ running: 1, waiting: 0 });
});

test("work that begins in time is done, however long it takes, and ends its turn even if it fails", async () => {
  const { turns } = open({});
  const slow = () => new Promise((resolve) => setTimeout(() => resolve("done"), 10));
  expect(await turns.take(from("ann"), slow, 1)).toEqual(some("done"));
  const failing = () => Promise.reject(new Error("failed"));
  await expect(turns.take(from("ann"), failing)).rejects.toThrow("failed");
  expect(turns.load).toEqual({ running: 0, waiting: 0, known: 0 });
});

test("a caller who stops waiting gets no turn, and one whose turn has begun keeps it", async () => {
  const { turns, enter, end } = open({});
  enter("1", from("ann"));
  const stops: (() => void)[] = [];
  const first = turns.begin(from("ben"), (stop) => stops.push(stop));
  const second = turns.begin(from("cem"), (stop) => stops.push(stop));
  stops[0]?.();
  expect(await first).toBeUndefined();
  await end("1");
  const turn = await second;
  stops[1]?.();
  expect(turn?.state).toBe("running");
  expect(turns.load).toMatchObject({ running: 1, waiting: 0 });
});
