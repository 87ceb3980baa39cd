import { gathered } from "../../../../../src/adapters/persistence/knex/database/gathered";

const refused = (items: readonly number[]) =>
  Object.assign(new Error(`Too large: ${items.join()}`), { code: "22003" });

/** Records what runs together, and doubles numbers. Those above 100 are refused, and with a negative one the connection is lost. */
const recorded = (most = 10) => {
  const runs: (readonly [string, readonly number[]])[] = [];
  let isHeld = false;
  const held: (() => void)[] = [];
  const double = gathered(async (key: string, items: readonly number[]) => {
    runs.push([key, items]);
    if (isHeld) await new Promise<void>((go) => held.push(go));
    if (items.some((item) => item > 100)) throw refused(items);
    if (items.some((item) => item < 0)) throw new Error("Connection terminated");
    return items.map((item) => item * 2);
  }, most);
  return {
    runs,
    double,
    hold: () => {
      isHeld = true;
    },
    letGo: () => {
      isHeld = false;
      for (const go of held.splice(0)) go();
    },
  };
};

/** Waits until this many runs have begun. */
const started = async (runs: readonly unknown[], count: number) => {
  while (runs.length < count) await turn();
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("calls of one turn run together for each key, and each gets its own result", async () => {
  const { runs, double } = recorded();
  const calls = [double("a", 1), double("b", 2), double("a", 3)];
  expect(await Promise.all(calls)).toEqual([2, 4, 6]);
  expect(runs).toEqual([
    ["a", [1, 3]],
    ["b", [2]],
  ]);
});

test("as long as each turn brings more calls, they wait for one another, but not for long", async () => {
  const { runs, double } = recorded(1_000_000);
  const calls: Promise<number>[] = [];
  for (let item = 0; item < 5; item += 1) {
    calls.push(double("a", item));
    await turn();
  }
  await Promise.all(calls);
  expect(runs).toEqual([["a", [0, 1, 2, 3, 4]]]);
  const began = performance.now();
  for (let item = 0; runs.length < 2; item += 1) {
    if (item > 100_000) throw new Error("They wait forever");
    void double("a", item % 100);
    await turn();
  }
  expect(performance.now() - began).toBeGreaterThan(4);
});

test("calls that are made while others are under way wait for them, and never join them", async () => {
  const { runs, double, hold, letGo } = recorded();
  hold();
  const first = double("a", 1);
  await started(runs, 1);
  const later = [double("a", 2), double("a", 3)];
  const other = double("b", 4);
  await started(runs, 2);
  expect(runs).toEqual([
    ["a", [1]],
    ["b", [4]],
  ]);
  letGo();
  expect(await Promise.all([first, other, ...later])).toEqual([2, 8, 4, 6]);
  expect(runs.slice(2)).toEqual([["a", [2, 3]]]);
});

test("no more run together than allowed", async () => {
  const { runs, double } = recorded(2);
  await Promise.all([1, 2, 3, 4, 5].map((item) => double("a", item)));
  expect(runs.map(([, items]) => items)).toEqual([[1, 2], [3, 4], [5]]);
});

test("a call that is refused fails alone, and others after it run", async () => {
  const { double } = recorded();
  const results = await Promise.allSettled([double("a", 1), double("a", 101), double("a", 3)]);
  expect(results).toEqual([
    { status: "fulfilled", value: 2 },
    { status: "rejected", reason: refused([101]) },
    { status: "fulfilled", value: 6 },
  ]);
  await expect(double("a", 102)).rejects.toThrow("Too large: 102");
  expect(await double("a", 4)).toBe(8);
});

test("calls whose connection is lost fail together, without another try", async () => {
  const { runs, double } = recorded();
  const lost = { status: "rejected", reason: new Error("Connection terminated") };
  expect(await Promise.allSettled([double("a", 1), double("a", -1)])).toEqual([lost, lost]);
  expect(runs).toHaveLength(1);
});

test("with a pause, what comes soon after a run waits for the next", async () => {
  const runs: (readonly number[])[] = [];
  const note = gathered(
    async (_key: string, items: readonly number[]) => {
      runs.push(items);
      return items;
    },
    10,
    20,
  );
  await note("a", 1);
  const soon = note("a", 2);
  for (let count = 0; count < 5; count += 1) await turn();
  expect(runs).toEqual([[1]]);
  await Promise.all([soon, note("a", 3)]);
  expect(runs).toEqual([[1], [2, 3]]);
});
