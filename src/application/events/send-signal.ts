import type { RealmState } from "../../domain/realm-state";
import type { Signal } from "../../domain/signal";
import type { Wakeup } from "../ports/wakeup";
import type { LiveQueues } from "./live-queues";

/** Hands a signal to the queues here, and passes it on to other nodes. */
export const sendSignal = (
  { liveQueues, wakeup }: { readonly liveQueues: LiveQueues; readonly wakeup: Wakeup },
  state: RealmState,
  signal: Signal,
): void => {
  liveQueues.signal(state.realm.id, state, signal);
  wakeup.signal(state.realm.id, signal);
};
