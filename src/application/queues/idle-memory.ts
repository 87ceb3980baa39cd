import type { LocalQueues } from "./live-queue";
import { longItem } from "./long-items";

/** Most characters of events held for a client that isn't polling. Beyond that, its queue is dropped and read again from the log. */
export const mostIdleLength = 1_000_000;
/**
 * The most for all idle queues together: of their events, and of their narrows. Only queues with long ones are dropped.
 */
export const mostIdleTogether = 64_000_000;
const longNarrow = 1000;

/** Drops idle queues with long events if all queues hold too much of these together. */
export const dropLongIdle = (queues: LocalQueues, mostTogether: number): void => {
  if (queues.longItems.length <= mostTogether) return;
  for (const live of queues.all())
    if (live.wake === undefined && live.pendingLength > longItem) queues.drop(live);
};

/** Drops idle queues with long narrows if these take too much memory together. */
export const dropLongNarrows = (queues: LocalQueues, mostTogether: number): void => {
  const narrowed = [...queues.all()].filter((live) => !live.wake && live.narrowLength > longNarrow);
  if (narrowed.reduce((sum, live) => sum + live.narrowLength, 0) > mostTogether)
    for (const live of narrowed) queues.drop(live);
};
