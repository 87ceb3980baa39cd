import type { PassedOn } from "../../domain/signal";
import type { PresenceBoard } from "../presence/presence-board";
import type { RealmDirectory } from "../realm-directory";
import type { LiveQueues } from "./live-queues";

interface Ports {
  readonly directory: RealmDirectory;
  readonly liveQueues: LiveQueues;
  readonly presence: PresenceBoard;
}

/** Takes a signal that another node passed on. */
export const relaySignal =
  ({ directory, liveQueues, presence }: Ports) =>
  async (realmId: number, signal: PassedOn): Promise<void> => {
    if (signal.type === "sessions_ended") return liveQueues.wake(realmId, signal.userId);
    if (signal.type === "presence_changed") {
      await presence.hear(realmId, signal.userId, signal.presence);
      if (!signal.isArrival) return;
    }
    const state = directory.peek(realmId);
    if (state !== undefined) liveQueues.signal(realmId, state, signal);
  };
