import request from "supertest";
import { metricsServer } from "../../../src/adapters/metrics/metrics-server";
import { type Measured, prometheusMetrics, sumOf } from "../../../src/adapters/metrics/prometheus-metrics";

const lines = (text: string, start: string): readonly string[] =>
  text.split("\n").filter((line) => line.startsWith(start));

test("Prometheus scrapes counters, histograms and gauges, each series by its labels", async () => {
  const metrics = prometheusMetrics();
  metrics.count("port_calls_total", { port: "clock", method: "now" });
  metrics.count("port_calls_total", { port: "clock", method: "now" });
  metrics.count("port_calls_total", { port: "files", method: "read" });
  metrics.observe("commit_events", 3, {});
  let used = 4;
  metrics.gauge("database_connections_used", { pool: "reading" }, () => used);
  metrics.gauge("database_connections_used", { pool: "changes" }, () => 1);
  used = 5;
  const { status, headers, text } = await request(metricsServer(metrics, fail)).get("/metrics");
  expect([status, headers["content-type"]]).toEqual([200, expect.stringMatching(/^text\/plain; version=0/)]);
  expect(lines(text, "parley_port_calls_total{")).toEqual([
    'parley_port_calls_total{port="clock",method="now"} 2',
    'parley_port_calls_total{port="files",method="read"} 1',
  ]);
  expect(text).toContain("# HELP parley_commit_events Events in one commit");
  expect(lines(text, 'parley_commit_events_bucket{le="2"}')).toEqual([
    'parley_commit_events_bucket{le="2"} 0',
  ]);
  expect(lines(text, 'parley_commit_events_bucket{le="4"}')).toEqual([
    'parley_commit_events_bucket{le="4"} 1',
  ]);
  expect(lines(text, "parley_database_connections_used{")).toEqual([
    'parley_database_connections_used{pool="reading"} 5',
    'parley_database_connections_used{pool="changes"} 1',
  ]);
  expect(lines(text, "parley_nodejs_eventloop_lag_seconds ")).toHaveLength(1);
});

test("a counter or histogram that hasn't counted anything is there, at zero", async () => {
  const metrics = prometheusMetrics();
  metrics.startAtZero("port_errors_total", { port: "clock", method: "now" });
  metrics.startAtZero("job_delay_seconds", { kind: "call_bot" });
  const before = await metrics.text();
  expect(lines(before, "parley_port_errors_total{")).toEqual([
    'parley_port_errors_total{port="clock",method="now"} 0',
  ]);
  expect(lines(before, "parley_job_delay_seconds_count{")).toEqual([
    'parley_job_delay_seconds_count{kind="call_bot"} 0',
  ]);
  metrics.count("port_errors_total", { port: "clock", method: "now" });
  metrics.startAtZero("port_errors_total", { port: "clock", method: "now" });
  expect(await metrics.text()).toContain('parley_port_errors_total{port="clock",method="now"} 1');
});

/** A process's metrics as another process receives them, with the lag of its event loop replaced. */
const measuredWithLag = async (
  metrics: ReturnType<typeof prometheusMetrics>,
  seconds: number,
): Promise<Measured> =>
  (await metrics.measured()).map((metric) =>
    "name" in metric && String(metric.name).startsWith("parley_nodejs_eventloop_lag")
      ? { ...metric, values: [{ labels: {}, value: seconds }] }
      : metric,
  );

test("of several processes, counts are added, and an idle one hides no lag of a blocked one", async () => {
  const [primary, busy, blocked] = [prometheusMetrics(), prometheusMetrics(), prometheusMetrics()];
  for (const worker of [busy, blocked]) {
    worker.gauge("requests_in_progress", { class: "stream" }, () => 20);
    worker.count("commit_conflicts_total", {});
  }
  const text = await sumOf([
    await measuredWithLag(primary, 0.01),
    await measuredWithLag(busy, 0.02),
    await measuredWithLag(blocked, 0.27),
  ]);
  for (const name of ["", "_mean", "_p50", "_p90", "_p99", "_max"])
    expect(lines(text, `parley_nodejs_eventloop_lag${name}_seconds `)).toEqual([
      `parley_nodejs_eventloop_lag${name}_seconds 0.27`,
    ]);
  expect(lines(text, "parley_requests_in_progress{")).toEqual([
    'parley_requests_in_progress{class="stream"} 40',
  ]);
  expect(lines(text, "parley_commit_conflicts_total ")).toEqual(["parley_commit_conflicts_total 2"]);
});

test("delays of jobs are told apart up to a day, other durations up to a minute and a half", async () => {
  const metrics = prometheusMetrics();
  metrics.observe("job_delay_seconds", 5000, { kind: "call_bot" });
  metrics.observe("port_call_seconds", 5000, { port: "clock" });
  const text = await metrics.text();
  const countsOf = (name: string) =>
    lines(text, `parley_${name}_bucket{`).flatMap((line) => {
      const [, bound, count] = /le="(\d+)".*} (\d+)$/.exec(line) ?? [];
      return Number(bound) >= 90 ? [[Number(bound), Number(count)]] : [];
    });
  expect(countsOf("job_delay_seconds")).toEqual([
    [90, 0],
    [300, 0],
    [1800, 0],
    [7200, 1],
    [86_400, 1],
  ]);
  expect(countsOf("port_call_seconds")).toEqual([[90, 0]]);
});

test("serves nothing else, and reports unreadable figures as a server error", async () => {
  const errors: unknown[] = [];
  const metrics = prometheusMetrics();
  const server = metricsServer(metrics, (error) => errors.push(error));
  expect((await request(server).get("/")).status).toBe(404);
  expect((await request(server).post("/metrics")).status).toBe(404);
  metrics.gauge("realms_held", {}, () => {
    throw new Error("no figure");
  });
  expect((await request(server).get("/metrics")).status).toBe(500);
  expect(errors).toEqual([new Error("no figure")]);
});

const fail = (error: unknown): never => {
  throw error;
};
