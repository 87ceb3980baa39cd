import type { Knex } from "knex";
import type { LiveQueues } from "../application/events/live-queues";
import type { Metrics } from "../application/ports/metrics";
import type { RealmDirectory } from "../application/realm-directory";

interface Pool {
  numUsed(): number;
  numPendingAcquires(): number;
}

/** How busy the connections to the database are. */
export const gaugePools = (metrics: Metrics, databases: Readonly<Record<string, Knex>>): void => {
  for (const [pool, { client }] of Object.entries(databases)) {
    const connections: Pool = client.pool;
    metrics.gauge("database_connections_used", { pool }, () => connections.numUsed());
    metrics.gauge("database_connections_awaited", { pool }, () => connections.numPendingAcquires());
  }
};

/** What the process keeps in memory. */
export const gaugeHeld = (
  metrics: Metrics,
  { directory, liveQueues }: { readonly directory: RealmDirectory; readonly liveQueues: LiveQueues },
): void => {
  metrics.gauge("realms_held", {}, () => directory.heldRealms);
  metrics.gauge("realms_held_bytes", {}, () => directory.heldBytes);
  metrics.gauge("event_queues_held", {}, () => liveQueues.size);
};
