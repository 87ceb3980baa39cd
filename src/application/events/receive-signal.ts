import type { RealmId } from "../../domain/ids";
import type { RelayedSignal } from "../../domain/queues/signal";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { PresenceBoard } from "../presence/presence-board";
import type { LiveQueues } from "../queues/live-queues";

interface Ports {
  readonly directory: RealmDirectory;
  readonly liveQueues: LiveQueues;
  readonly presence: PresenceBoard;
}

/** Delivers a signal received from another node. */
export const receiveSignal =
  ({ directory, liveQueues, presence }: Ports) =>
  async (realmId: RealmId, signal: RelayedSignal): Promise<void> => {
    if (signal.type === "sessions_ended") return liveQueues.wake(realmId, signal.userId);
    if (signal.type === "queues_ended")
      return liveQueues.endHere(signal.queueIds.map((id) => ({ realmId, id })));
    if (signal.type === "presence_changed") {
      // They hid it before the node that sent this knew. The log hides them here and there.
      const sender = directory.peek(realmId)?.users.get(signal.userId);
      if (sender?.settings.presenceEnabled === false) return;
      await presence.receive(realmId, signal.userId, signal.presence);
      if (!signal.isArrival) return;
    }
    const state = directory.peek(realmId);
    if (state !== undefined) liveQueues.signal(realmId, state, signal);
  };
