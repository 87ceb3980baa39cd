import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type Labels, type MetricName, type Metrics, metrics } from "../../application/ports/system/metrics";
import { secondsIn } from "../../domain/units/time";

/** Something in Prometheus's text format. */
export interface PrometheusText {
  readonly contentType: string;
  text(): Promise<string>;
}

/** A metric of one process, for another process that adds it to its own. */
export interface MeasuredMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator: string;
  readonly values: readonly MeasuredValue[];
}

/** Those of a histogram have a name each: that of a bucket, the count or the sum. */
export interface MeasuredValue {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly metricName?: string;
  readonly value: number;
}

export type Measured = readonly MeasuredMetric[];

/** Metrics for a Prometheus server. */
export interface PrometheusMetrics extends Metrics, PrometheusText {
  measured(): Promise<Measured>;
}

const prefix = "parley_";
/** In seconds: from a lookup in memory to a poll that waits for a minute and a half. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90];
/** Of jobs, which may wait until somebody starts a node for them. */
const delays = [...durations, 300, 1800, 7200, secondsIn.day];
const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 1024];

const bucketsOf = (name: MetricName): number[] => {
  if (name === "job_delay_seconds") return delays;
  return name.endsWith("_seconds") ? durations : sizes;
};

/** How a gauge combines across processes, unless it is their sum. */
const aggregators: Partial<Record<MetricName, "max" | "min">> = {
  heads_compared_seconds_ago: "max",
  wakeup_bus_heard: "min",
};

/** A metric always has the labels that it was first given. */
const described = (name: MetricName, labels: Labels) => ({
  name: `${prefix}${name}`,
  help: metrics[name],
  labelNames: Object.keys(labels),
});

/** The library averages the lag of event loops over processes, and idle ones would hide one that is blocked. */
const worstInsteadOfMean = (metric: MeasuredMetric): MeasuredMetric =>
  metric.aggregator === "average" ? { ...metric, aggregator: "max" } : metric;

/** Metrics for Prometheus, including those of Node.js and the process. */
export const prometheusMetrics = (): PrometheusMetrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix });
  const counters = new Map<MetricName, Counter>();
  const histograms = new Map<MetricName, Histogram>();
  const reads = new Map<MetricName, (readonly [Labels, () => number])[]>();
  const counterOf = (name: MetricName, labels: Labels): Counter => {
    const known = counters.get(name) ?? new Counter({ ...described(name, labels), registers });
    counters.set(name, known);
    return known;
  };
  const histogramOf = (name: MetricName, labels: Labels): Histogram => {
    const known =
      histograms.get(name) ??
      new Histogram({ ...described(name, labels), registers, buckets: bucketsOf(name) });
    histograms.set(name, known);
    return known;
  };
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    // According to the library's types, the type of a metric is a number. It is a string.
    measured: async () =>
      ((await registry.getMetricsAsJSON()) as unknown as Measured).map(worstInsteadOfMean),
    startAtZero: (name, labels) => {
      if (name.endsWith("_total")) counterOf(name, labels).inc(labels, 0);
      else histogramOf(name, labels).zero(labels);
    },
    count: (name, labels) => counterOf(name, labels).inc(labels),
    observe: (name, value, labels) => histogramOf(name, labels).observe(labels, value),
    gauge: (name, labels, read) => {
      const all = reads.get(name) ?? [];
      all.push([labels, read]);
      if (reads.has(name)) return;
      reads.set(name, all);
      new Gauge({
        ...described(name, labels),
        registers,
        aggregator: aggregators[name] ?? "sum",
        collect() {
          for (const [one, readOne] of all) this.set(one, readOne());
        },
      });
    },
  };
};

/** A gauge that combines with those of other processes. */
export const measuredGauge = (name: MetricName, value: number): MeasuredMetric => ({
  name: `${prefix}${name}`,
  help: metrics[name],
  type: "gauge",
  aggregator: aggregators[name] ?? "sum",
  values: [{ labels: {}, value }],
});

/** The metrics of several processes as one. */
export const sumOf = (all: readonly Measured[]): Promise<string> =>
  AggregatorRegistry.aggregate([...all]).metrics();
