import type { Signal } from "../../domain/queues/signal";
import type { RealmState } from "../../domain/state/realm-state";
import type { Wakeup } from "../ports/events/wakeup";
import type { LiveQueues } from "./live-queues";

/** Delivers a signal to the queues here, and sends it to other nodes. */
export const sendSignal = (
  { liveQueues, wakeup }: { readonly liveQueues: Pick<LiveQueues, "signal">; readonly wakeup: Wakeup },
  state: RealmState,
  signal: Signal,
): void => {
  liveQueues.signal(state.realm.id, state, signal);
  wakeup.signal(state.realm.id, signal);
};
