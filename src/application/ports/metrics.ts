/** Every metric, and what it is. Names are without the prefix `parley_`. */
export const metrics = {
  port_calls_total: "Calls of a port",
  port_errors_total: "Calls of a port that threw",
  port_retries_total: "Calls of a port that were tried again",
  port_call_seconds: "How long calls of a port took",
  http_request_seconds: "How long requests took until their answer was sent; polls for events wait for them",
  commit_events: "Events in one commit",
  commit_conflicts_total: "Commits that another node was faster than, and that were decided anew",
  realms_held: "Organizations in memory",
  realms_held_bytes: "Estimated memory of the organizations in memory",
  event_queues_held: "Event queues in memory",
  wakeup_bus_heard: "Whether the wake-up bus is heard: 1 or 0",
  wakeup_connections_total: "Connections on which the wake-up bus began to be heard",
  heads_compared_seconds_ago: "Seconds since this process last knew whether it is behind the log",
  database_connections_used: "Connections of a pool that are in use",
  database_connections_awaited: "Requests that wait for a connection of a pool",
} as const;

/** The name of a metric. Those that end with `_total` are counters. */
export type MetricName = keyof typeof metrics;

/** What tells one series of a metric from another: few values each, and nothing of what people write. */
export type Labels = Readonly<Record<string, string>>;

/** Takes figures of the running server. It never fails, and nobody waits for it. */
export interface Metrics {
  /** Adds one to a counter. */
  count(name: MetricName, labels: Labels): void;
  /** Adds a value to a histogram, in the unit that its name ends with. */
  observe(name: MetricName, value: number, labels: Labels): void;
  /** Says how to find out how much of something there is now. */
  gauge(name: MetricName, labels: Labels, read: () => number): void;
}
