import { ClockWatch } from "../../../src/application/monitoring/clock-watch";

const second = 1000;
const start = 1_700_000_000_000;

/** A process whose clock differs from the database's, which answers after `takes` milliseconds. */
const watched = (ahead: number, takes = 0) => {
  const world = { now: start, ahead, takes, isAway: false };
  const warnings: string[] = [];
  const watch = new ClockWatch({
    clock: { now: () => world.now + world.ahead },
    sharedClock: {
      now: async () => {
        if (world.isAway) throw new Error("away");
        const shared = world.now + world.takes / 2;
        world.now += world.takes;
        return shared;
      },
    },
    onError: (error) => warnings.push(String(error)),
  });
  return { watch, world, warnings };
};

test.each([
  [0, undefined],
  [10 * second, undefined],
  [-10 * second, undefined],
  [120 * second, "The server's clock is 120 seconds ahead of the database's."],
  [-11 * second, "The server's clock is 11 seconds behind the database's."],
])("a clock %d ms ahead of the database's: %s", async (ahead, expected) => {
  const { watch, warnings } = watched(ahead);
  await watch.compare();
  expect([watch.problem(), watch.isWrong(), warnings.length]).toEqual([
    expected,
    expected !== undefined,
    expected === undefined ? 0 : 1,
  ]);
});

test("a slow answer doesn't make a clock wrong", async () => {
  const { watch } = watched(0, 60 * second);
  await watch.compare();
  expect(watch.isWrong()).toBe(false);
});

test("while a clock is wrong, a warning comes once a minute, until it is right again", async () => {
  const { watch, world, warnings } = watched(120 * second);
  for (let turn = 0; turn < 13; turn += 1) {
    await watch.compare();
    world.now += 10 * second;
  }
  expect(warnings).toHaveLength(3);
  expect(warnings[0]).toContain("Until they agree, this process runs no jobs.");
  world.ahead = 0;
  await watch.compare();
  expect(watch.isWrong()).toBe(false);
});

test("work that waits for the right clock begins as soon as it is right", async () => {
  const { watch, world } = watched(-120 * second);
  const begun: string[] = [];
  const begin = (what: string, stopping: AbortSignal) =>
    watch.untilRight(stopping).then(() => begun.push(what));
  const [running, stopping] = [new AbortController(), new AbortController()];
  await begin("before", running.signal);
  await watch.compare();
  const waiting = begin("waiting", running.signal);
  const stopped = begin("stopped", stopping.signal);
  await watch.compare();
  expect(begun).toEqual(["before"]);
  stopping.abort();
  await stopped;
  expect(begun).toEqual(["before", "stopped"]);
  world.ahead = 0;
  await watch.compare();
  await waiting;
  expect(begun).toEqual(["before", "stopped", "waiting"]);
});

test("while the database doesn't answer, the last comparison counts", async () => {
  const { watch, world } = watched(120 * second);
  await watch.compare();
  world.isAway = true;
  await expect(watch.compare()).rejects.toThrow("away");
  expect(watch.isWrong()).toBe(true);
});

test("a clock counts as ahead by what is certain, however long the answer took", async () => {
  const { watch, world } = watched(-120 * second, 2 * second);
  await watch.compare();
  expect(watch.certainlyAhead()).toBe(-119 * second);
  world.ahead = 0;
  await watch.compare();
  expect(watch.certainlyAhead()).toBe(0);
});
