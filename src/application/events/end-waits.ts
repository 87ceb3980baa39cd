import type { Wakeup } from "../ports/wakeup";
import type { LiveQueues } from "./live-queues";

/** Ends the waits of a user whose sessions have ended, here and on other nodes: whoever waits asks whether they still may. */
export const endWaits = (
  { liveQueues, wakeup }: { readonly liveQueues: Pick<LiveQueues, "wake">; readonly wakeup: Wakeup },
  realmId: number,
  userId: number,
): void => {
  liveQueues.wake(realmId, userId);
  wakeup.signal(realmId, { type: "sessions_ended", userId });
};
