/** Every metric with its help text. Names are without the prefix `parley_`. */
export const metrics = {
  port_calls_total: "Calls of a port",
  port_errors_total: "Calls of a port that failed",
  port_retries_total: "Retried calls of a port",
  port_call_seconds: "Durations of calls of a port",
  http_request_seconds:
    "Durations of requests until their answer was sent, or until the client left: then the status is aborted. Polls and streams wait for events",
  requests_in_progress: "Requests in progress, by class: a poll waits for events, and a stream is open",
  commit_events: "Events in one commit",
  commit_conflicts_total: "Commits that lost to another node and were decided again",
  lane_turns_total:
    "Turns to change an organization, by how they began: own, handed by another node, or unanswered by it",
  lane_waiting: "Changes that wait for their organization's turn",
  events_behind: "Events of other processes that this one lacked when it last compared heads with the log",
  job_delay_seconds: "How long after it was due a job began, by kind",
  job_runs_total:
    "Runs of jobs, by kind and outcome: complete, postpone to retry after a failure, bury to give up, or unsettled if its end couldn't be stored",
  jobs_overdue_seconds:
    "How long the job of a kind that has been ready longest could have begun, on whichever node. Jobs that wait behind a running one of their lane aren't ready",
  jobs_given_up: "Jobs of a kind that were given up in the last 30 days, among the newest 10,000",
  realms_held: "Organizations in memory",
  realms_held_bytes: "Estimated memory of the organizations in memory",
  event_queues_held: "Event queues in memory",
  wakeup_bus_heard: "Whether the wake-up bus is connected: 1 or 0",
  wakeup_connections_total: "New connections to the wake-up bus",
  heads_compared_seconds_ago: "Seconds since this process last knew whether it is behind the log",
  database_connections_used: "Connections of a pool that are in use",
  database_connections_awaited: "Requests that wait for a connection of a pool",
} as const;

/** Names ending with `_total` are counters. */
export type MetricName = keyof typeof metrics;

/** Distinguishes the series of a metric: few values each, and never users' texts. */
export type Labels = Readonly<Record<string, string>>;

/** Receives measurements. It never fails, and nobody waits for it. */
export interface Metrics {
  /** Shows a counter or histogram at zero, before its first event: a rate needs a value to start from. */
  startAtZero(name: MetricName, labels: Labels): void;
  /** Adds one to a counter. */
  count(name: MetricName, labels: Labels): void;
  /** Adds a value to a histogram, in the unit at the end of its name. */
  observe(name: MetricName, value: number, labels: Labels): void;
  /** Registers how to read a current amount. */
  gauge(name: MetricName, labels: Labels, read: () => number): void;
}
