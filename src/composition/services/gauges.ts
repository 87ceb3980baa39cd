import type { Knex } from "knex";
import type { RealmDirectory } from "../../application/held-realms/realm-directory";
import type { Metrics } from "../../application/ports/system/metrics";
import type { LiveQueues } from "../../application/queues/live-queues";

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
