import type { PresenceBoard } from "../presence/presence-board";
import type { LiveQueues } from "./live-queues";

interface Ports {
  readonly liveQueues: LiveQueues;
  readonly presence: PresenceBoard;
}

/** Records how far clients have come here and who is here, and lets go of what nobody asks for any more. */
export const settleHeld =
  ({ liveQueues, presence }: Ports) =>
  async (): Promise<void> => {
    await liveQueues.settleQueues();
    await presence.settle();
  };
