import request from "supertest";
import { metricsServer } from "../../../src/adapters/metrics/metrics-server";
import { prometheusMetrics } from "../../../src/adapters/metrics/prometheus-metrics";

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
