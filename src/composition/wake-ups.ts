import { compareHeads } from "../application/events/compare-heads";
import { relaySignal } from "../application/events/relay-signal";
import type { EventLog } from "../application/ports/event-log";
import type { Wakeup } from "../application/ports/wakeup";
import type { RealmDirectory } from "../application/realm-directory";
import type { Needs } from "../application/together";
import { headComparison } from "./head-comparison";
import type { Service } from "./lifecycle";

interface Services extends Needs<typeof relaySignal> {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly wakeup: Wakeup;
}

/** Hears from other processes what has changed, and what they signal; what went unheard is found by comparing heads. */
export const wakeUps = (services: Services, onError: (error: unknown) => void): Service => {
  const { directory, wakeup } = services;
  const relay = relaySignal(services);
  const comparison = headComparison(compareHeads({ ...services, onError }), onError);
  let listening: Awaited<ReturnType<Wakeup["listen"]>> | undefined;
  return {
    name: "wake-ups",
    start: async () => {
      listening = await wakeup.listen({
        connected: comparison.soon,
        grown: (realmId, position) => {
          if (directory.peek(realmId) !== undefined) directory.catchUp(realmId, position).catch(onError);
        },
        signalled: (realmId, signal) => {
          relay(realmId, signal).catch(onError);
        },
      });
      comparison.start();
    },
    stop: async () => {
      await comparison.stop();
      await listening?.close();
    },
  };
};
