import { type Measured, type MeasuredMetric, type MeasuredValue, measuredGauge } from "./prometheus-metrics";

/** A process whose metrics are added to those of others. */
export interface SummedProcess {
  /** Takes what it measures now. */
  reports(measured: Measured): void;
  /** It has ended: what it counted stays in the sums, and its gauges go. */
  leave(): void;
}

/** A counter, or one number of a histogram: its sum over all processes since the start. */
type Series = { -readonly [Key in keyof MeasuredValue]: MeasuredValue[Key] };

interface Counted {
  readonly metric: MeasuredMetric;
  readonly series: Map<string, Series>;
}

interface State {
  gauges: Measured;
  reportedAt: number;
  /** The last values that the process reported. */
  readonly counted: Map<Series, number>;
}

/** What is known of a process that hasn't reported yet. */
const beforeFirstReport: Measured = [
  measuredGauge("wakeup_bus_heard", 0),
  measuredGauge("heads_compared_seconds_ago", 0),
];
const [heard = "", compared = ""] = beforeFirstReport.map(({ name }) => name);

const isCounted = ({ type }: MeasuredMetric): boolean => type === "counter" || type === "histogram";

const changed = (metric: MeasuredMetric, change: (value: number) => number): MeasuredMetric => ({
  ...metric,
  values: metric.values.map((one) => ({ ...one, value: change(one.value) })),
});

/**
 * Adds up the metrics of processes that come and go. Sums grow by what a process counted since its last report, so none ever
 * falls: not when a process ends, is replaced, or doesn't report. Their number is limited by that of labels.
 */
export class SummedProcesses {
  private readonly totals = new Map<string, Counted>();
  private readonly states = new Map<SummedProcess, State>();

  /** `now` is in milliseconds. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  join(): SummedProcess {
    const state: State = { gauges: beforeFirstReport, reportedAt: this.now(), counted: new Map() };
    const process: SummedProcess = {
      reports: (measured) => {
        // A report may arrive after the end of its process.
        if (!this.states.has(process)) return;
        for (const metric of measured.filter(isCounted)) this.grow(state, metric);
        state.gauges = measured.filter((metric) => !isCounted(metric));
        state.reportedAt = this.now();
      },
      leave: () => {
        this.states.delete(process);
      },
    };
    this.states.set(process, state);
    return process;
  }

  /**
   * The sums, and the gauges of each process. A process that doesn't answer has its last gauges, but hears nothing, and hasn't
   * compared heads since.
   */
  measured(isSilent: (process: SummedProcess) => boolean): readonly Measured[] {
    const counted = [...this.totals.values()].map(({ metric, series }) => ({
      ...metric,
      values: [...series.values()].map((one) => ({ ...one })),
    }));
    const gauges = [...this.states].map(([process, state]) =>
      isSilent(process) ? this.gaugesOfSilent(state) : state.gauges,
    );
    return [counted, ...gauges];
  }

  private grow({ counted }: State, { values, ...metric }: MeasuredMetric): void {
    const total = this.totals.get(metric.name) ?? { metric: { ...metric, values: [] }, series: new Map() };
    this.totals.set(metric.name, total);
    for (const { labels, metricName, value } of values) {
      const key = JSON.stringify([metricName, labels]);
      const series = total.series.get(key) ?? { labels, ...(metricName && { metricName }), value: 0 };
      total.series.set(key, series);
      // An answer that comes after a later one counts less than that.
      const before = counted.get(series) ?? 0;
      series.value += Math.max(0, value - before);
      counted.set(series, Math.max(before, value));
    }
  }

  private gaugesOfSilent({ gauges, reportedAt }: State): Measured {
    const seconds = (this.now() - reportedAt) / 1000;
    return gauges.map((metric) => {
      if (metric.name === heard) return changed(metric, () => 0);
      return metric.name === compared ? changed(metric, (value) => value + seconds) : metric;
    });
  }
}
