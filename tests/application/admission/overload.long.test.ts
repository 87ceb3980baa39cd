import { setImmediate as othersSettle } from "node:timers/promises";
import { costLimits } from "../../../src/adapters/http/declaration/cost-limits";
import { FairTurns, type TurnLimits } from "../../../src/application/admission/fair-turns";

const { overload, ...unpaced } = costLimits.write;

beforeEach(() => jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] }));
afterEach(() => jest.useRealTimers());

interface Request {
  readonly at: number;
  readonly turn: ReturnType<FairTurns["enter"]>;
  answeredAt?: number;
  isAccepted?: boolean;
}

/** Milliseconds that a batch of requests takes. */
type BatchTime = (size: number) => number;
/** Work that commits and is delivered in batches: each takes a fixed time and some for each request in it. */
const inBatches: BatchTime = (size) => 100 + 3 * size;
/** `inBatches` on a machine so slow that even the smallest batch takes too long. */
const inSlowBatches: BatchTime = (size) => 350 + 3 * size;
/** Work that gains nothing from running at once. */
const oneByOne: BatchTime = (size) => 20 * size;

/** Requests per second that full batches carry. */
const carried = (batchTime: BatchTime): number => (1000 * unpaced.running) / batchTime(unpaced.running);
const capacity = carried(inBatches);

/**
 * Requests of 200 people at a rate, for some seconds of simulated time, and then until all are answered.
 * @returns the requests, and when the last turn ended.
 */
const simulate = async (
  limits: TurnLimits,
  perSecond: number,
  seconds: number,
  batchTime: BatchTime = inBatches,
) => {
  let now = 0;
  const turns = new FairTurns(limits, { now: () => now });
  const requests: Request[] = [];
  let running: Request[] = [];
  let batch: { readonly of: readonly Request[]; readonly until: number } | undefined;
  const arrive = (person: number): void => {
    const request = { at: now } as { -readonly [Key in keyof Request]: Request[Key] };
    const settle = (isAdmitted: boolean): void => {
      if (isAdmitted) running.push(request);
      else Object.assign(request, { answeredAt: now, isAccepted: false });
    };
    request.turn = turns.enter({ realm: "1", user: `${person}` }, settle);
    requests.push(request);
    if (request.turn.state !== "waiting") settle(request.turn.state === "running");
  };
  let arrived = 0;
  for (; now < seconds * 1000 || turns.load.running > 0; now += 5) {
    jest.advanceTimersByTime(5);
    while (now < seconds * 1000 && arrived < (now * perSecond) / 1000) {
      arrive(arrived % 200);
      arrived += 1;
    }
    if (batch && now >= batch.until) {
      for (const request of batch.of) {
        Object.assign(request, { answeredAt: now, isAccepted: true });
        request.turn.leave();
      }
      batch = undefined;
    }
    await othersSettle();
    if (batch === undefined && running.length > 0) {
      batch = { of: running, until: now + batchTime(running.length) };
      running = [];
    }
  }
  const times = (isAccepted: boolean, since = 0): number[] =>
    requests
      .filter((one) => one.isAccepted === isAccepted && one.at >= since)
      .map(({ at, answeredAt = Number.NaN }) => answeredAt - at)
      .sort((a, b) => a - b);
  return {
    accepted: times(true),
    refused: times(false),
    /** Times of accepted requests that came after the first ten seconds. */
    acceptedLater: times(true, 10_000),
    of: requests.length,
    endedAt: now,
  };
};

const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;

test("at twice the rate that can be carried, sends take less than a second, and the rest are refused soon", async () => {
  const { accepted, refused, of, endedAt } = await simulate(costLimits.write, 2 * capacity, 15);
  expect(accepted.length + refused.length).toBe(of);
  expect(p99(accepted)).toBeLessThan(1000);
  expect(refused.at(-1)).toBeLessThan(1000);
  // Work takes 292 ms: a queue that lasts longer than it takes to fill the next batch only adds delay.
  expect(accepted[Math.floor(accepted.length / 2)]).toBeLessThan(292 + overload.patienceInOverload);
  // Refusing costs little of what can be carried.
  expect(accepted.length / 15).toBeGreaterThan(0.75 * capacity);
  expect(endedAt).toBeLessThan(18_000);
});

test("without limits for overload, the same load waits for seconds", async () => {
  const { accepted } = await simulate(unpaced, 2 * capacity, 15);
  expect(p99(accepted)).toBeGreaterThan(2000);
});

test("nothing is refused at half that rate, nor in a burst", async () => {
  for (const [perSecond, seconds] of [
    [0.5 * capacity, 15],
    [100, 1],
    [60 / 0.005, 0.005],
  ] as const)
    expect((await simulate(costLimits.write, perSecond, seconds)).refused).toEqual([]);
});

test("a request that waits too long is refused even if no turn begins or ends", async () => {
  const turns = new FairTurns({ ...costLimits.write, running: 1 });
  turns.enter({ realm: "1", user: "1" }, () => {});
  const settled: boolean[] = [];
  turns.enter({ realm: "1", user: "2" }, (isAdmitted) => settled.push(isAdmitted));
  jest.advanceTimersByTime(overload.patience);
  await othersSettle();
  expect(settled).toEqual([]);
  jest.advanceTimersByTime(50);
  await othersSettle();
  expect(settled).toEqual([false]);
  expect(jest.getTimerCount()).toBe(0);
});

test.each([
  ["in slow batches", inSlowBatches],
  ["one by one", oneByOne],
])("of work done %s, nearly as much is accepted in overload as can be carried", async (_, batchTime) => {
  const seconds = 60;
  const perSecond = 2 * carried(batchTime);
  const { accepted, acceptedLater, refused, of } = await simulate(
    costLimits.write,
    perSecond,
    seconds,
    batchTime,
  );
  expect(accepted.length + refused.length).toBe(of);
  expect(accepted.length / seconds).toBeGreaterThan(0.75 * carried(batchTime));
  expect(p99(acceptedLater)).toBeLessThan(1100);
});

test("while work takes longer than it should, less of it runs at once, and more again afterwards", async () => {
  let now = 0;
  const turns = new FairTurns(
    { running: 64, runningEach: 64, waiting: 100, waitingEach: 100, overload },
    { now: () => now },
  );
  const begun: { leave: () => void }[] = [];
  const enter = (): void => {
    const turn = turns.enter(
      { realm: "1", user: "1" },
      (isAdmitted) => void (isAdmitted && begun.push(turn)),
    );
    if (turn.state === "running") begun.push(turn);
  };
  const round = async (took: (running: number) => number): Promise<number> => {
    for (let count = 0; count < 80; count += 1) enter();
    const { running } = turns.load;
    now += took(running);
    while (begun.length > 0) {
      for (const turn of begun.splice(0)) turn.leave();
      await othersSettle();
    }
    return running;
  };
  const slowly = (running: number): number => 100 * running;
  const fast = (): number => 10;
  expect(await round(slowly)).toBe(64);
  for (let count = 0; count < 40; count += 1) await round(slowly);
  expect(await round(fast)).toBeLessThan(16);
  for (let count = 0; count < 90; count += 1) await round(fast);
  expect(await round(fast)).toBe(64);
});
