import { isClose } from "../../bench/simulate/compared";
import type { Costs } from "../../bench/simulate/costs";
import { machines } from "../../bench/simulate/defaults";
import { simulate } from "../../bench/simulate/event-simulation";
import { holders, loadsOf, type Population } from "../../bench/simulate/load";
import { type Deployment, limitsOf, partsOf, processesNeeded, totalsOf } from "../../bench/simulate/model";
import { realmSizes } from "../../bench/simulate/realm-sizes";
import { report } from "../../bench/simulate/report";
import { splitSend } from "../../bench/simulate/split-send";

const nothing = { node: 0, database: 0 };
const costs: Costs = {
  measuredOn: "a machine of round figures",
  commit: { node: 200, database: 100 },
  message: { node: 300, database: 50 },
  commitMilliseconds: 1,
  pollDelivery: { node: 80, database: 0 },
  streamDelivery: { node: 30, database: 0 },
  presence: { node: 200, database: 0 },
  markRead: { node: 500, database: 300 },
  history: { node: 1000, database: 500 },
  registration: { node: 4000, database: 2000 },
  realmLoad: { node: 3000, database: 2000 },
  idleQueue: { node: 5, database: 2 },
  heldRealm: { node: 1, database: 1 },
  process: { node: 5000, database: 1000 },
  follow: { node: 250, database: 0 },
  notify: { node: 0, database: 30 },
  notifyEach: { node: 0, database: 5 },
  natsPerSecond: 300_000,
  memory: { processMib: 150, queueKib: 50, realmKib: 50, personKib: 3 },
  perMessage: { transactions: 1, walBytes: 2000, storedBytes: 600 },
};
/** Costs nothing but the sends and their commits. */
const sendsOnly: Costs = {
  ...costs,
  pollDelivery: nothing,
  idleQueue: nothing,
  heldRealm: nothing,
  process: nothing,
};

const town: Population = {
  people: 20_000,
  realms: 2000,
  polling: 4000,
  streaming: 0,
  exponent: 0.7,
  mostReached: 200,
  hourly: { sends: 60, presences: 60, marks: 10, histories: 10, registrations: 1 },
};
const sendersOnly: Population = {
  ...town,
  hourly: { sends: 60, presences: 0, marks: 0, histories: 0, registrations: 0 },
};
const four: Deployment = { ...machines, processes: 4, databaseCores: 2 };
const usedBy = (population: Population, deployment = four) =>
  new Map(partsOf(costs, population, deployment).map(({ name, used }) => [name, used]));

describe("sizes of organizations", () => {
  test.each([
    [1, 1],
    [1000, 100],
    [10_000_000, 1_000_000],
  ])("%d people in %d organizations are all of them", (people, realms) => {
    const classes = realmSizes(people, realms, 0.7);
    expect(classes.reduce((sum, one) => sum + one.realms, 0)).toBe(realms);
    expect(classes.reduce((sum, one) => sum + one.realms * one.people, 0)).toBeCloseTo(people, 3);
  });

  test("fall from the largest, which has far more than the average", () => {
    const sizes = realmSizes(10_000_000, 1_000_000, 0.7).map(({ people }) => people);
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    expect(sizes[0]).toBeGreaterThan(10_000);
  });

  test("a class of many organizations is represented by its ranks", () => {
    const [, , ...rest] = realmSizes(1e6, 100_000, 0.7);
    const { realms, people } = rest.at(-1) ?? { realms: 0, people: 0 };
    const [first] = realmSizes(1e6, 100_000, 0.7);
    const expected = (first?.people ?? 0) * (100_000 - realms / 2) ** -0.7;
    expect(people / expected).toBeCloseTo(1, 2);
  });
});

describe("the load of a population", () => {
  test("adds up to what its clients do", () => {
    const { sends, deliveries } = totalsOf(costs, town, four);
    expect(sends).toBeCloseTo((town.polling * 60) / 3600, 6);
    expect(deliveries).toBeGreaterThan(sends);
    expect(deliveries).toBeLessThanOrEqual(sends * town.mostReached);
  });

  test("costs as much as its parts", () => {
    const { all, by } = totalsOf(costs, town, four);
    expect(all.node).toBeCloseTo(Object.values(by).reduce((sum, one) => sum + one.node, 0));
    expect(by.sends.node).toBeCloseTo(((town.polling * 60) / 3600) * 500);
    expect(by.sends.database).toBeCloseTo(((town.polling * 60) / 3600) * 150);
  });

  test("nobody follows where each organization is on one process, and more do the wider it is spread", () => {
    const followed = [1, 2, 4].map((spread) => totalsOf(costs, town, { ...four, spread }).by.following.node);
    expect(followed[0]).toBe(0);
    expect(followed[1]).toBeGreaterThan(0);
    expect(followed[2]).toBeGreaterThan(followed[1] ?? 0);
  });

  test("no more processes hold an organization than it is spread over, or than it has clients", () => {
    const beyond = loadsOf(town).flatMap((load) =>
      [1, 3, 50].filter((spread) => holders(load, spread) > Math.min(spread, load.polling) + 1e-9),
    );
    expect(beyond).toEqual([]);
    // Ten people, each there one hour in ten.
    const [ten] = loadsOf({ ...town, realms: 1, people: 10, polling: 1 });
    expect(ten && holders(ten, 1)).toBeCloseTo(1 - 0.9 ** 10);
  });

  test("only PostgreSQL's own bus costs PostgreSQL something", () => {
    expect(totalsOf(costs, town, { ...four, bus: "nats" }).by.notifying.database).toBe(0);
    expect(totalsOf(costs, town, { ...four, bus: "postgres" }).by.notifying.database).toBeCloseTo(
      ((town.polling * 60) / 3600) * (30 + 4 * 5),
    );
  });
});

describe("the parts", () => {
  test("none is used less by more clients", () => {
    const [some, more] = [usedBy(town), usedBy({ ...town, polling: 5000 })];
    for (const [name, used] of some) expect(more.get(name)).toBeGreaterThanOrEqual(used);
  });

  test("more processes are each used less, and a larger database too", () => {
    const [few, many] = [usedBy(town), usedBy(town, { ...four, processes: 8, databaseCores: 4 })];
    for (const name of ["the processes, on average", "the busiest process", "memory of the fullest process"])
      expect(many.get(name)).toBeLessThan(few.get(name) ?? 0);
    expect(many.get("processors of the database")).toBeLessThan(few.get("processors of the database") ?? 0);
    expect(many.get("its connections")).toBeGreaterThan(few.get("its connections") ?? 0);
  });

  test("the busiest process is used at least as much as the average one", () => {
    for (const processes of [1, 4, 64]) {
      const used = usedBy(town, { ...four, processes });
      expect(used.get("the busiest process")).toBeGreaterThanOrEqual(
        (used.get("the processes, on average") ?? 0) * (1 - 1e-9),
      );
    }
  });

  test("a part fills up at exactly the number of clients that is reported for it", () => {
    const country = { ...town, people: 1_000_000, realms: 100_000 };
    const limits = limitsOf(costs, country, four).filter(({ failsAt }) => Number.isFinite(failsAt));
    expect(limits.map(({ name }) => name)).toContain("the busiest process");
    for (const { name, failsAt } of limits) {
      expect(usedBy({ ...country, polling: failsAt }).get(name)).toBeGreaterThanOrEqual(1);
      expect(usedBy({ ...country, polling: failsAt * 0.99 }).get(name)).toBeLessThan(1);
    }
  });

  test("as many processes as are needed are enough, and half as many aren't", () => {
    const country = { ...town, people: 1_000_000, realms: 100_000, polling: 100_000 };
    const needed = processesNeeded(costs, country, four, 0.6) ?? 0;
    const average = (processes: number) =>
      usedBy(country, { ...four, processes }).get("the processes, on average");
    expect(average(needed)).toBeLessThanOrEqual(0.6);
    expect(average(Math.floor(needed / 2))).toBeGreaterThan(0.6);
  });

  test("no number of processes is enough for an organization that alone fills one", () => {
    const city = { ...town, people: 100_000, realms: 1, polling: 50_000 };
    expect(processesNeeded(costs, city, four, 0.6)).toBeUndefined();
    expect(report(costs, city, machines, { ...asked, processes: undefined }).join("")).toMatch(/No number/);
  });
});

const asked = { share: 0.6, coresEach: 8, corePrice: 20, gibPrice: 3, seconds: 1, seed: 1 };

describe("the simulation", () => {
  const play = (population: Population, deployment: Deployment, given = costs, seconds = 20) =>
    simulate(given, population, deployment, { seconds, seed: 5 });

  test("loses no message", () => {
    for (const polling of [400, 4000, 20_000]) {
      const { sent, answered, unanswered } = play({ ...town, polling }, four);
      expect(sent).toBeGreaterThan(0);
      expect(answered + unanswered).toBe(sent);
    }
  });

  test("uses as much of each part as the model says", () => {
    const played = play(town, four, costs, 60);
    const { all, sends, deliveries } = totalsOf(costs, town, four);
    expect(played.sent / 60 / sends).toBeCloseTo(1, 1);
    expect(played.processes / (all.node / 4e6)).toBeCloseTo(1, 1);
    expect(played.database / (all.database / 2e6)).toBeCloseTo(1, 1);
    expect(played.delivered / 60 / deliveries).toBeGreaterThan(0.85);
    expect(played.delivered / 60 / deliveries).toBeLessThan(1.15);
  });

  test("the same seed gives the same", () => {
    expect(play(town, four)).toEqual(play(town, four));
  });

  test("a send alone takes what its parts take", () => {
    const { p50 } = play({ ...sendersOnly, polling: 40 }, four, sendsOnly, 300);
    // 200 µs for the commit, 1 ms until it answers, 120 µs for the answer, and about 125 µs before it.
    expect(p50).toBeGreaterThan(1.32);
    expect(p50).toBeLessThan(1.8);
  });

  test("sends wait longer the more there are", () => {
    const p99 = [2000, 8000, 14_000].map((polling) => play({ ...town, polling }, four).p99);
    expect(p99).toEqual([...p99].sort((one, other) => one - other));
  });

  test("processes that get more than they can carry are always busy, and sends pile up", () => {
    const { busiestProcess, answered, sent } = play(
      { ...sendersOnly, polling: 20_000 },
      { ...four, processes: 1 },
      { ...sendsOnly, commit: { node: 2000, database: 100 }, message: { node: 8000, database: 50 } },
    );
    expect(busiestProcess).toBeCloseTo(1, 2);
    expect(answered).toBeLessThan(sent * 0.7);
  });

  test("while a commit is under way, an organization's sends gather for the next one", () => {
    const one = { ...sendersOnly, realms: 1, people: 20_000, polling: 20_000 };
    const slow = { ...sendsOnly, commitMilliseconds: 100 };
    const { largestBatch } = play(one, { ...four, processes: 1 }, slow);
    expect(largestBatch).toBeGreaterThan(20);
    expect(largestBatch).toBeLessThanOrEqual(128);
    // A message of one organization never waits for another's.
    expect(play({ ...sendersOnly, exponent: 0 }, four, slow).largestBatch).toBeLessThan(5);
  });
});

describe("measurements", () => {
  test("a send's cost is split into the commit's and the message's", () => {
    const alone = { node: 500, database: 150 };
    const inTens = { node: 300 + 200 / 10, database: 50 + 100 / 10 };
    const { commit, message } = splitSend(alone, inTens, 10);
    expect(commit.node).toBeCloseTo(200);
    expect(commit.database).toBeCloseTo(100);
    expect(message.node).toBeCloseTo(300);
    expect(message.database).toBeCloseTo(50);
  });

  test("neither part is negative for any measurement", () => {
    const { commit, message } = splitSend({ node: 500, database: 150 }, { node: 600, database: 1 }, 8);
    for (const { node, database } of [commit, message]) {
      expect(node).toBeGreaterThanOrEqual(0);
      expect(database).toBeGreaterThanOrEqual(0);
    }
  });

  test("a prediction passes within a factor of one and a half, in both directions", () => {
    const passes = (predicted: number, measured: number) => isClose({ what: "it", predicted, measured });
    expect([passes(1, 1.4), passes(1.4, 1), passes(1, 1.6), passes(1.6, 1), passes(1, 0)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
