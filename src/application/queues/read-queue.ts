import * as E from "fp-ts/Either";
import { belongsIn } from "../../domain/queues/event-selection";
import { apply } from "../../domain/state/apply";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { nextTurn } from "../next-turn";
import type { EventLog } from "../ports/events/event-log";
import type { Clock } from "../ports/system/clock";
import { addItem, type LiveQueue } from "./live-queue";
import { enoughAtOnce } from "./poll-result";

/** Events that are decoded and applied in one turn of the event loop. */
const pageSize = 200;
/** The most events that are read at a time, whether or not any of them is for the client. */
export const mostSearched = 4000;
/** A client that returns after a long time receives its events in portions. */
const largestPortion = 1000;

const isPortion = ({ pending, pendingLength }: LiveQueue): boolean =>
  pending.length >= largestPortion || pendingLength >= enoughAtOnce;

interface Ports {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly clock: Clock;
}

/**
 * Continues a queue from the log until it holds a portion of items, has searched many events, or reaches the log's
 * end, where it joins the live events. Other requests run between its pages. Each event is judged by the realm's state at that event. False if the next events were pruned, the
 * log lost events that the queue delivered, or an event can't be read.
 */
export const readQueue = async (ports: Ports, live: LiveQueue): Promise<boolean> => {
  const { directory, eventLog, clock } = ports;
  const { realmId, queue } = live;
  let searched = 0;
  while (live.readTo !== undefined && !isPortion(live) && searched < mostSearched) {
    let state = live.readTo;
    await directory.stateOf(realmId);
    // No await between this check and joining: the next event is delivered live.
    if (directory.peek(realmId)?.position === state.position) {
      live.readTo = undefined;
      return true;
    }
    const page = await eventLog.after(realmId, state.position, pageSize);
    if (E.isLeft(page)) return false;
    const events = page.right;
    for (const { position, event } of events) {
      if (position !== state.position + 1) return false;
      const step = { position, before: state, event, after: apply(state, event) };
      if (belongsIn(queue, step, clock.now())) addItem(live, step);
      state = step.after;
    }
    if (events.length === 0) {
      const { position } = await directory.newest(realmId);
      if (position < state.position || state.position < (await eventLog.prunedUpTo(realmId))) return false;
    }
    live.readTo = state;
    searched += events.length;
    await nextTurn();
    await directory.catchUp(realmId, state.position);
  }
  return true;
};
