import type { PresenceBoard } from "../presence/presence-board";
import type { LiveQueues } from "../queues/live-queues";

interface Ports {
  readonly liveQueues: LiveQueues;
  readonly presence: PresenceBoard;
}

/** Stores how far queues have come and who is present, and releases what nobody uses any more. */
export const settleLocalQueues =
  ({ liveQueues, presence }: Ports) =>
  async (): Promise<void> => {
    await liveQueues.settleQueues();
    await presence.save();
  };
