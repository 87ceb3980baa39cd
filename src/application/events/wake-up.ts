import type { LiveQueue } from "./held-queues";

/** Resolves when the queue is woken, when the client has gone, or when the time is over. */
export const wakeUp = (
  live: LiveQueue,
  milliseconds: number,
  whenGone: (forget: () => void) => void,
): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      if (live.wake === end) live.wake = undefined;
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    whenGone(end);
    live.wake = end;
  });
