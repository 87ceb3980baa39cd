import { isLeft } from "fp-ts/Either";
import { isFor } from "../../domain/event-selection";
import { apply } from "../../domain/state/apply";
import type { Clock } from "../ports/clock";
import type { EventLog } from "../ports/event-log";
import type { RealmDirectory } from "../realm-directory";
import type { LiveQueue } from "./held-queues";

const pageSize = 1000;
/** A client that comes back after long is given its events in portions. */
const largestPortion = 1000;

interface Ports {
  readonly directory: RealmDirectory;
  readonly eventLog: EventLog;
  readonly clock: Clock;
}

/**
 * Reads a queue on from the log until it has something to tell or has come to the log's end, where it joins the events
 * as they happen. Each event is judged by the realm as it was then. False where the log has forgotten what comes next,
 * has lost what the queue was told, or can't be read.
 */
export const readQueue = async (ports: Ports, live: LiveQueue): Promise<boolean> => {
  const { directory, eventLog, clock } = ports;
  const { realmId, queue } = live;
  while (live.readTo !== undefined && live.pending.length < largestPortion) {
    let state = live.readTo;
    await directory.of(realmId);
    // No await between this look and joining: the next event that happens is handed over.
    if (directory.peek(realmId)?.position === state.position) {
      live.readTo = undefined;
      return true;
    }
    const page = await eventLog.after(realmId, state.position, pageSize);
    if (isLeft(page)) return false;
    const events = page.right;
    for (const { position, event } of events) {
      if (position !== state.position + 1) return false;
      const step = { position, before: state, event, after: apply(state, event) };
      if (isFor(queue, step, clock.now())) live.pending.push(step);
      state = step.after;
    }
    if (events.length === 0) {
      const { position } = await directory.newest(realmId);
      if (position < state.position || state.position < (await eventLog.forgotten(realmId))) return false;
    }
    live.readTo = state;
    await directory.catchUp(realmId, state.position);
  }
  return true;
};
