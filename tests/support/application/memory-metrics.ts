import type { Labels, MetricName, Metrics } from "../../../src/application/ports/system/metrics";

export interface MemoryMetrics extends Metrics {
  /** Whether the series was shown at zero before its first event. */
  isStarted(name: MetricName, labels: Labels): boolean;
  counted(name: MetricName, labels: Labels): number;
  observed(name: MetricName, labels: Labels): readonly number[];
  read(name: MetricName, labels: Labels): number | undefined;
}

const seriesOf = (name: MetricName, labels: Labels): string =>
  JSON.stringify([name, ...Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1))]);

export const memoryMetrics = (): MemoryMetrics => {
  const started = new Set<string>();
  const counters = new Map<string, number>();
  const histograms = new Map<string, number[]>();
  const gauges = new Map<string, () => number>();
  const counted: MemoryMetrics["counted"] = (name, labels) => counters.get(seriesOf(name, labels)) ?? 0;
  const observed: MemoryMetrics["observed"] = (name, labels) => histograms.get(seriesOf(name, labels)) ?? [];
  return {
    isStarted: (name, labels) => started.has(seriesOf(name, labels)),
    startAtZero: (name, labels) => void started.add(seriesOf(name, labels)),
    counted,
    observed,
    count: (name, labels) => {
      counters.set(seriesOf(name, labels), counted(name, labels) + 1);
    },
    observe: (name, value, labels) => {
      histograms.set(seriesOf(name, labels), [...observed(name, labels), value]);
    },
    read: (name, labels) => gauges.get(seriesOf(name, labels))?.(),
    gauge: (name, labels, read) => {
      gauges.set(seriesOf(name, labels), read);
    },
  };
};
