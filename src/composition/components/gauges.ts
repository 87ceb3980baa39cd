import type { Knex } from "knex";
import type { RealmDirectory } from "../../application/held-realms/realm-directory";
import type { DeadLetters, JobStanding } from "../../application/ports/jobs/dead-letters";
import type { Metrics } from "../../application/ports/system/metrics";
import type { LiveQueues } from "../../application/queues/live-queues";
import { type JobKind, jobKinds } from "../../domain/jobs/job";
import { millisecondsIn } from "../../domain/units/time";
import type { Component } from "../lifecycle/lifecycle";
import { recurring } from "../lifecycle/recurring";

interface Pool {
  numUsed(): number;
  numPendingAcquires(): number;
}

/** Gauges of how busy the database connections are. */
export const gaugePools = (metrics: Metrics, databases: Readonly<Record<string, Knex>>): void => {
  for (const [pool, { client }] of Object.entries(databases)) {
    const connections: Pool = client.pool;
    metrics.gauge("database_connections_used", { pool }, () => connections.numUsed());
    metrics.gauge("database_connections_awaited", { pool }, () => connections.numPendingAcquires());
  }
};

/** Gauges of what the process holds in memory. */
export const gaugeHeld = (
  metrics: Metrics,
  { directory, liveQueues }: { readonly directory: RealmDirectory; readonly liveQueues: LiveQueues },
): void => {
  metrics.gauge("realms_held", {}, () => directory.heldRealms);
  metrics.gauge("realms_held_bytes", {}, () => directory.heldBytes);
  metrics.gauge("event_queues_held", {}, () => liveQueues.size);
};

interface JobGauges {
  readonly deadLetters: Pick<DeadLetters, "standing">;
  readonly metrics: Metrics;
  readonly onError: (error: unknown) => void;
  readonly everyMilliseconds?: number;
}

/** How often a server asks, in milliseconds. */
const usualInterval = 15 * millisecondsIn.second;
/** How long the stop waits for a question in progress, in milliseconds: a silent database must not hold it up. */
const patience = millisecondsIn.second;

/**
 * Gauges of work that isn't done. Every server measures them, also those that run no jobs: nobody else can say that nobody runs
 * any.
 */
export const gaugeJobs = ({
  deadLetters,
  metrics,
  onError,
  everyMilliseconds = usualInterval,
}: JobGauges): Component => {
  const standings = new Map<JobKind, JobStanding>();
  const measure = async (): Promise<void> => {
    // A node that can't ask must not keep reporting jobs that others may have done since.
    const measured = await deadLetters.standing(jobKinds).catch((error: unknown) => {
      standings.clear();
      throw error;
    });
    for (const standing of measured) standings.set(standing.kind, standing);
  };
  for (const kind of jobKinds) {
    metrics.gauge("jobs_overdue_seconds", { kind }, () => (standings.get(kind)?.overdue ?? 0) / 1000);
    metrics.gauge("jobs_given_up", { kind }, () => standings.get(kind)?.givenUp ?? 0);
  }
  return recurring("measuring jobs", measure, { everyMilliseconds, atOnce: true, onError, patience });
};
