import { compareHeads } from "../application/events/compare-heads";
import { relaySignal } from "../application/events/relay-signal";
import type { EventLog } from "../application/ports/event-log";
import type { Metrics } from "../application/ports/metrics";
import type { Listening, Wakeup } from "../application/ports/wakeup";
import type { RealmDirectory } from "../application/realm-directory";
import type { Needs } from "../application/together";
import { headComparison } from "./head-comparison";
import type { Service } from "./lifecycle";

interface Services extends Needs<typeof relaySignal> {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly wakeup: Wakeup;
  readonly metrics: Metrics;
}

/** Hears from other processes, and knows whether it does. */
interface WakeUps extends Service {
  /** For how many milliseconds this process has not known whether it is behind the log. */
  staleFor(): number;
}

/** Hears from other processes what has changed, and what they signal; what went unheard is found by comparing heads. */
export const wakeUps = (services: Services, onError: (error: unknown) => void): WakeUps => {
  const { directory, wakeup, metrics } = services;
  const relay = relaySignal(services);
  const comparison = headComparison(compareHeads({ ...services, onError }), onError);
  let listening: Listening | undefined;
  directory.follow({
    hold: (realmId) => listening?.follow(realmId),
    release: (realmId) => listening?.leave(realmId),
  });
  metrics.gauge("wakeup_bus_heard", {}, () => (listening?.isHearing() ? 1 : 0));
  metrics.gauge("heads_compared_seconds_ago", {}, () => comparison.age() / 1000);
  return {
    name: "wake-ups",
    staleFor: comparison.age,
    start: async () => {
      listening = await wakeup.listen({
        connected: () => {
          metrics.count("wakeup_connections_total", {});
          comparison.soon();
        },
        grown: (realmId, position) => {
          if (directory.peek(realmId) !== undefined) directory.catchUp(realmId, position).catch(onError);
        },
        signalled: (realmId, signal) => {
          relay(realmId, signal).catch(onError);
        },
      });
      for (const realmId of directory.loadedPositions().keys()) listening.follow(realmId);
      comparison.start();
    },
    stop: async () => {
      await comparison.stop();
      await listening?.close();
    },
  };
};
