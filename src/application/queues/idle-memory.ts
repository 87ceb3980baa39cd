import { itemLength, type LiveQueue, type LocalQueues, mostIdleLength } from "./live-queue";
import { longItem } from "./long-items";

/**
 * Limits on all idle queues together: on their events, and on their narrows. Only queues with long ones are dropped.
 */
export const mostIdleTogether = 64_000_000;
const longNarrow = 1000;

/**
 * Whether a queue holds too much while its client isn't polling. Queues share an event's memory, and if all of them were dropped, each
 * would read the event from the log again. So each is charged its share of a long event.
 */
export const holdsTooMuch = (live: LiveQueue): boolean => {
  if (live.pendingLength <= live.mayGrowTo) return false;
  const share = live.pending.reduce(
    (sum, item) => sum + itemLength(item) / (live.longItems?.holdersOf(item) ?? 1),
    0,
  );
  live.mayGrowTo = live.pendingLength + mostIdleLength - share;
  return share > mostIdleLength;
};

/** Drops idle queues with long events if all queues together hold too many of them. */
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
