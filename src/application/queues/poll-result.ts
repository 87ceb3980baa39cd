import type { EventId } from "../../domain/ids";
import { positionOf, type QueueItem, signalIdAt } from "../../domain/queues/event-queue";
import { itemLength, type LiveQueue } from "./live-queue";

/** The result of a poll. It is empty if the client asked not to wait, or if there was no id left for a heartbeat. */
export interface PollResult {
  readonly items: readonly QueueItem[];
  /** Set if there are no items but the client should move on. */
  readonly heartbeatId: EventId | undefined;
  /** Whether a newer poll of the queue, or the server's shutdown, ended this one. */
  readonly isOver: boolean;
}

/** A client that never waits gets a heartbeat after this many log positions without an item for it. */
const farBehind = 1000;

/**
 * Characters of events after which a poll is answered; the client asks for the rest. A thousand ordinary events fit, and of the
 * longest messages one or two, which keeps small what a client may leave unread.
 */
export const enoughAtOnce = 1_000_000;

/** The items for one answer: pending ones up to the first that makes the answer long enough. */
const portionOf = ({ pending, pendingLength }: LiveQueue): readonly QueueItem[] => {
  if (pendingLength < enoughAtOnce) return pending.slice();
  let length = 0;
  return pending.filter((item) => {
    const isWanted = length < enoughAtOnce;
    length += itemLength(item);
    return isWanted;
  });
};

/**
 * The items for a client that has seen the id `afterId`. `deliveredUpTo` is the position up to which the queue has
 * received everything for it: a heartbeat moves the client there if there were no items.
 */
export const pollResult = (
  live: LiveQueue,
  afterId: EventId,
  deliveredUpTo: number,
  { hasWaited, isOver }: { readonly hasWaited: boolean; readonly isOver: boolean },
): PollResult => {
  if (live.pending.length > 0) return { items: portionOf(live), heartbeatId: undefined, isOver };
  const sendsHeartbeat = hasWaited || deliveredUpTo - positionOf(afterId) >= farBehind;
  const heartbeatId = sendsHeartbeat ? signalIdAt(deliveredUpTo, live.lastId) : undefined;
  // No later signal may reuse the heartbeat's id.
  live.lastId = heartbeatId ?? live.lastId;
  return { items: [], heartbeatId, isOver };
};
