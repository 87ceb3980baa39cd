import { relaySignal } from "../application/events/relay-signal";
import type { Wakeup } from "../application/ports/wakeup";
import type { RealmDirectory } from "../application/realm-directory";
import type { Needs } from "../application/together";
import type { Service } from "./lifecycle";

interface Services extends Needs<typeof relaySignal> {
  readonly directory: RealmDirectory;
  readonly wakeup: Wakeup;
}

/** Hears from other processes what has changed, and what they signal. */
export const wakeUps = (services: Services, onError: (error: unknown) => void): Service => {
  const { directory, wakeup } = services;
  const relay = relaySignal(services);
  let listening: Awaited<ReturnType<Wakeup["listen"]>> | undefined;
  return {
    name: "wake-ups",
    start: async () => {
      listening = await wakeup.listen({
        grown: (realmId, position) => {
          if (directory.peek(realmId) !== undefined) directory.catchUp(realmId, position).catch(onError);
        },
        signalled: (realmId, signal) => {
          relay(realmId, signal).catch(onError);
        },
      });
    },
    stop: async () => listening?.close(),
  };
};
