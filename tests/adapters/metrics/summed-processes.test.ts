import {
  type PrometheusMetrics,
  prometheusMetrics,
  sumOf,
} from "../../../src/adapters/metrics/prometheus-metrics";
import { type SummedProcess, SummedProcesses } from "../../../src/adapters/metrics/summed-processes";

/** Processes whose metrics are added up, and a clock that stands still. */
const setUp = () => {
  const clock = { now: 0 };
  const summed = new SummedProcesses(() => clock.now);
  const join = () => {
    const metrics = prometheusMetrics();
    const process = summed.join();
    return { metrics, process, report: async () => process.reports(await metrics.measured()) };
  };
  /** The lines of a metric, without its name. */
  const shown = async (name: string, ...silent: readonly SummedProcess[]): Promise<readonly string[]> => {
    const text = await sumOf(summed.measured((process) => silent.includes(process)));
    return text.split("\n").flatMap((line) => {
      const start = `parley_${name}`;
      return line.startsWith(start) && /[ {]/.test(line[start.length] ?? "")
        ? [line.slice(start.length)]
        : [];
    });
  };
  return { clock, summed, join, shown };
};

const commit = ({ observe }: PrometheusMetrics, events: number): void => observe("commit_events", events, {});

test("what a process counted stays in the sums after its end, and what its replacement counts is added", async () => {
  const { join, shown } = setUp();
  const [first, other] = [join(), join()];
  commit(first.metrics, 3);
  commit(other.metrics, 4);
  first.metrics.count("wakeup_connections_total", {});
  other.metrics.count("wakeup_connections_total", {});
  await first.report();
  await other.report();
  first.process.leave();
  expect(await shown("commit_events_sum")).toEqual([" 7"]);
  expect(await shown("wakeup_connections_total")).toEqual([" 2"]);
  const replacement = join();
  commit(replacement.metrics, 2);
  replacement.metrics.count("wakeup_connections_total", {});
  await replacement.report();
  expect(await shown("commit_events_sum")).toEqual([" 9"]);
  expect(await shown("commit_events_count")).toEqual([" 3"]);
  expect(await shown("wakeup_connections_total")).toEqual([" 3"]);
  expect((await shown("commit_events_bucket")).slice(1, 3)).toEqual(['{le="2"} 1', '{le="4"} 3']);
});

test("a process that reports again adds only what it counted since, each series by its labels", async () => {
  const { join, shown } = setUp();
  const [one, other] = [join(), join()];
  for (const { metrics, report } of [one, other, one, one]) {
    metrics.count("port_errors_total", { port: "clock", method: "now" });
    await report();
    await report();
  }
  other.metrics.count("port_errors_total", { port: "files", method: "read" });
  await other.report();
  expect(await shown("port_errors_total")).toEqual([
    '{port="clock",method="now"} 4',
    '{port="files",method="read"} 1',
  ]);
});

test("a silent process counts by its last report, hears nothing, and hasn't compared heads since", async () => {
  const { clock, join, shown } = setUp();
  const [frozen, healthy] = [join(), join()];
  for (const { metrics, report } of [frozen, healthy]) {
    commit(metrics, 5);
    metrics.gauge("wakeup_bus_heard", {}, () => 1);
    metrics.gauge("heads_compared_seconds_ago", {}, () => 0.5);
    metrics.gauge("realms_held", {}, () => 2);
    await report();
  }
  clock.now = 30_000;
  await healthy.report();
  expect(await shown("wakeup_bus_heard")).toEqual([" 1"]);
  expect(await shown("commit_events_sum", frozen.process)).toEqual([" 10"]);
  expect(await shown("wakeup_bus_heard", frozen.process)).toEqual([" 0"]);
  expect(await shown("heads_compared_seconds_ago", frozen.process)).toEqual([" 30.5"]);
  expect(await shown("realms_held", frozen.process)).toEqual([" 4"]);
  await frozen.report();
  expect(await shown("heads_compared_seconds_ago")).toEqual([" 0.5"]);
});

test("so does one that never reported: it hears nothing", async () => {
  const { clock, join, shown } = setUp();
  const healthy = join();
  healthy.metrics.gauge("wakeup_bus_heard", {}, () => 1);
  healthy.metrics.gauge("heads_compared_seconds_ago", {}, () => 0.5);
  const { process } = join();
  await healthy.report();
  clock.now = 4000;
  expect(await shown("wakeup_bus_heard", process)).toEqual([" 0"]);
  expect(await shown("heads_compared_seconds_ago", process)).toEqual([" 4"]);
});

test("the gauges of a process that ended are gone", async () => {
  const { join, shown } = setUp();
  const [ended, other] = [join(), join()];
  for (const { metrics, report } of [ended, other]) {
    metrics.gauge("realms_held", {}, () => 2);
    metrics.gauge("wakeup_bus_heard", {}, () => (metrics === other.metrics ? 1 : 0));
    await report();
  }
  ended.process.leave();
  expect(await shown("realms_held")).toEqual([" 2"]);
  expect(await shown("wakeup_bus_heard")).toEqual([" 1"]);
});

test("a report that arrives after the end of its process isn't counted again", async () => {
  const { join, shown } = setUp();
  const { metrics, process, report } = join();
  commit(metrics, 3);
  await report();
  process.leave();
  await report();
  expect(await shown("commit_events_sum")).toEqual([" 3"]);
});

test("a thousand processes that come and go leave no more series than one", async () => {
  const { summed, join } = setUp();
  const { metrics } = join();
  commit(metrics, 1);
  const measured = await metrics.measured();
  const seriesAfter = (processes: number): number => {
    for (let count = 0; count < processes; count += 1) {
      const process = summed.join();
      process.reports(measured);
      process.leave();
    }
    return summed.measured(() => false).flatMap((one) => one.flatMap(({ values }) => values)).length;
  };
  const afterOne = seriesAfter(1);
  expect(afterOne).toBeGreaterThan(10);
  expect(seriesAfter(1000)).toBe(afterOne);
});

test("fractions are added so that no sum falls by a rounding error", async () => {
  const { summed, join } = setUp();
  const joined = [join(), join(), join()];
  const total = (): number =>
    summed
      .measured(() => false)
      .flat()
      .find(({ name }) => name === "parley_http_request_seconds")
      ?.values.find(({ metricName }) => metricName?.endsWith("_sum"))?.value ?? 0;
  const labels = { method: "get", endpoint: "/events", status: "200" };
  for (const [index, { metrics, report }] of joined.entries()) {
    for (let count = 0; count < 10; count += 1)
      metrics.observe("http_request_seconds", 0.1 * (index + 1), labels);
    await report();
  }
  for (const { process } of joined) {
    const before = total();
    process.leave();
    expect(total()).toBe(before);
  }
});
