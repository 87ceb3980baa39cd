import { prometheusMetrics } from "../../../src/adapters/metrics/prometheus-metrics";
import { WorkerMetrics } from "../../../src/composition/processes/worker-metrics";

/** A worker that answers at once, unless it is frozen: then it answers once it goes on. */
const addWorker = (all: WorkerMetrics) => {
  const metrics = prometheusMetrics();
  const waiting: number[] = [];
  const state = { isFrozen: false };
  const answer = async (request: number): Promise<void> => worker.answered(request, await metrics.measured());
  const worker = all.add(async (request) => {
    if (state.isFrozen) waiting.push(request);
    else await answer(request);
  });
  metrics.gauge("wakeup_bus_heard", {}, () => 1);
  metrics.gauge("heads_compared_seconds_ago", {}, () => 0.5);
  return {
    metrics,
    end: () => worker.leave(),
    freeze: () => {
      state.isFrozen = true;
    },
    goOn: async () => {
      state.isFrozen = false;
      await Promise.all(waiting.splice(0).map(answer));
    },
  };
};

const setUp = () => {
  const all = new WorkerMetrics(prometheusMetrics());
  /** The values that a scrape shows, whoever answers it. */
  const scrape = async (): Promise<Record<string, number>> => {
    const text = all.text();
    await jest.advanceTimersByTimeAsync(2000);
    const lines = (await text).split("\n").filter((line) => line.startsWith("parley_"));
    return Object.fromEntries(lines.map((line) => [line.split(" ")[0] ?? "", Number(line.split(" ")[1])]));
  };
  return { scrape, workers: [addWorker(all), addWorker(all)] as const, add: () => addWorker(all) };
};

beforeEach(() => {
  jest.useFakeTimers();
});

test("a frozen worker lowers no counter, and doesn't look healthy; once it goes on, it does", async () => {
  const { scrape, workers } = setUp();
  const [frozen, other] = workers;
  frozen.metrics.observe("commit_events", 107, {});
  other.metrics.observe("commit_events", 76, {});
  expect(await scrape()).toMatchObject({ parley_commit_events_sum: 183, parley_wakeup_bus_heard: 1 });
  frozen.freeze();
  await jest.advanceTimersByTimeAsync(15_000);
  const meanwhile = await scrape();
  expect(meanwhile).toMatchObject({ parley_commit_events_sum: 183, parley_wakeup_bus_heard: 0 });
  expect(meanwhile.parley_heads_compared_seconds_ago).toBeGreaterThan(15);
  await frozen.goOn();
  expect(await scrape()).toMatchObject({
    parley_commit_events_sum: 183,
    parley_wakeup_bus_heard: 1,
    parley_heads_compared_seconds_ago: 0.5,
  });
});

test("a late answer counts, too", async () => {
  const { scrape, workers } = setUp();
  const [frozen] = workers;
  frozen.metrics.observe("commit_events", 2, {});
  frozen.freeze();
  expect(await scrape()).not.toHaveProperty("parley_commit_events_sum");
  await frozen.goOn();
  frozen.end();
  expect(await scrape()).toMatchObject({ parley_commit_events_sum: 2 });
});

test("no counter falls when a worker ends and another takes its place, the processor's time included", async () => {
  const { scrape, workers, add } = setUp();
  for (const { metrics } of workers) metrics.observe("commit_events", 388, {});
  const before = await scrape();
  workers[0].end();
  const meanwhile = await scrape();
  const replacement = add();
  replacement.metrics.observe("commit_events", 1, {});
  const after = await scrape();
  expect(after.parley_commit_events_sum).toBe(777);
  // The active handles, requests and resources of Node.js are gauges in spite of their names.
  const counters = Object.keys(before).filter((name) =>
    /^(?!parley_nodejs_active_).*(_(total|sum|count)$|_bucket\{)/.test(name),
  );
  expect(counters).toContain("parley_process_cpu_seconds_total");
  const fallen = (earlier: typeof before, later: typeof before) =>
    counters.filter((name) => !((later[name] ?? -1) >= (earlier[name] ?? 0)));
  expect([fallen(before, meanwhile), fallen(meanwhile, after)]).toEqual([[], []]);
});
