import { itemLength, type LocalQueues } from "./live-queue";

/** Most characters of events held for a client that isn't polling. Beyond that, its queue is dropped and read again from the log. */
export const mostIdleLength = 1_000_000;
/**
 * The most for all idle queues together: of their events, and of their narrows. Only queues with long ones are dropped.
 */
export const mostIdleTogether = 64_000_000;
export const longEvent = 16_000;
const longNarrow = 1000;

/** Drops idle queues with long events if they hold too much together. Events that queues share count once. */
export const dropLongIdle = (queues: LocalQueues, mostTogether: number): void => {
  const idle = [...queues.all()].filter((live) => live.wake === undefined);
  if (idle.reduce((sum, live) => sum + live.pendingLength, 0) <= mostTogether) return;
  const distinct = new Set(idle.flatMap(({ pending }) => pending));
  let length = 0;
  for (const item of distinct) length += itemLength(item);
  if (length <= mostTogether) return;
  for (const live of idle) if (live.pendingLength > longEvent) queues.drop(live);
};

/** Drops idle queues with long narrows if these take too much memory together. */
export const dropLongNarrows = (queues: LocalQueues, mostTogether: number): void => {
  const narrowed = [...queues.all()].filter((live) => !live.wake && live.narrowLength > longNarrow);
  if (narrowed.reduce((sum, live) => sum + live.narrowLength, 0) > mostTogether)
    for (const live of narrowed) queues.drop(live);
};
