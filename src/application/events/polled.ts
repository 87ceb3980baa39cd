import { positionOf, type QueueItem, signalIdAt } from "../../domain/event-queue";
import type { LiveQueue } from "./held-queues";

/** What a poll brings. */
export interface Polled {
  readonly items: readonly QueueItem[];
  /** Set where there are no items, and the client is to move on all the same. */
  readonly heartbeatId: number | undefined;
  /** Whether a newer poll of the queue, or the server's end, ended this one. */
  readonly isOver: boolean;
}

/** A client that never waits gets a heartbeat where so many positions of the log were not for it. */
const farBehind = 1000;

/**
 * What a client that has come to the id `afterId` is told now. `heardTo` is the position up to which the queue was
 * handed whatever there was for it: where there was nothing, the client moves on to there by a heartbeat.
 */
export const polled = (
  live: LiveQueue,
  afterId: number,
  heardTo: number,
  { hasWaited, isOver }: { readonly hasWaited: boolean; readonly isOver: boolean },
): Polled => {
  if (live.pending.length > 0) return { items: live.pending.slice(), heartbeatId: undefined, isOver };
  const isTold = hasWaited || heardTo - positionOf(afterId) >= farBehind;
  const heartbeatId = isTold ? signalIdAt(heardTo, live.lastId) : undefined;
  // No later signal may reuse its id.
  live.lastId = heartbeatId ?? live.lastId;
  return { items: [], heartbeatId, isOver };
};
