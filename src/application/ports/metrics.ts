/** What tells one series of a metric from another: few values each, and nothing of what people write. */
export type Labels = Readonly<Record<string, string>>;

/** Takes figures of the running server. It never fails, and nobody waits for it. */
export interface Metrics {
  /** Adds one to a counter. */
  count(name: string, labels: Labels): void;
  /** Adds a value to a histogram, in the unit that its name ends with. */
  observe(name: string, value: number, labels: Labels): void;
}
