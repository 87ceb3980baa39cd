import type { RealmId, UserId } from "../../domain/ids";
import type { Wakeup } from "../ports/events/wakeup";
import type { LiveQueues } from "./live-queues";

/**
 * Ends the long polls of a user whose sessions have ended, on all nodes: each request then checks its
 * authorization again.
 */
export const endWaits = (
  { liveQueues, wakeup }: { readonly liveQueues: Pick<LiveQueues, "wake">; readonly wakeup: Wakeup },
  realmId: RealmId,
  userId: UserId,
): void => {
  liveQueues.wake(realmId, userId);
  wakeup.signal(realmId, { type: "sessions_ended", userId });
};
