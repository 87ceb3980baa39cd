import type { CommitSlot, EventStore } from "../../application/ports/events/event-store";
import type { Metrics } from "../../application/ports/system/metrics";

interface Watch {
  readonly metrics: Metrics;
  /** Receives a line for operators. */
  readonly onError: (line: string) => void;
  /** After how many milliseconds a commit is slow. */
  readonly slowAfter?: number;
}

const usuallySlowAfter = 5000;
const labels = { port: "event store", method: "append" };

const lineAfter = (milliseconds: number): string =>
  `A commit has taken longer than ${milliseconds / 1000} seconds: the database may wait for its disk, or for a synchronous standby that is away (wait_event in pg_stat_activity)`;

/**
 * Measures commits, which aren't calls of the store but of its slots, and says so while one is slow: a database whose commits hang
 * answers everything else, such as `/ready`.
 */
export const watchedCommits = (
  store: EventStore,
  { metrics, onError, slowAfter = usuallySlowAfter }: Watch,
): EventStore => {
  for (const metric of ["port_calls_total", "port_errors_total", "port_call_seconds"] as const)
    metrics.startAtZero(metric, labels);
  const append = async (slot: CommitSlot, commit: Parameters<CommitSlot["append"]>[0]) => {
    metrics.count("port_calls_total", labels);
    const begun = performance.now();
    const slow = setTimeout(() => onError(lineAfter(slowAfter)), slowAfter);
    try {
      return await slot.append(commit);
    } catch (error) {
      metrics.count("port_errors_total", labels);
      throw error;
    } finally {
      clearTimeout(slow);
      metrics.observe("port_call_seconds", (performance.now() - begun) / 1000, labels);
    }
  };
  return {
    begin: async (realmId, seen) => {
      const slot = await store.begin(realmId, seen);
      return {
        head: slot.head,
        append: (commit) => append(slot, commit),
        release: () => slot.release(),
      };
    },
    create: (draft, commit) => store.create(draft, commit),
  };
};
