import type { LiveQueue } from "./held-queues";

/**
 * Resolves when the queue is woken or when the client has gone, and when the time is over, if the client can be told
 * so: else it waits on.
 */
export const wakeUp = (
  live: LiveQueue,
  milliseconds: number,
  canTell: () => boolean,
  whenGone: (forget: () => void) => void,
): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearInterval(timer);
      if (live.wake === end) live.wake = undefined;
      resolve();
    };
    const timer = setInterval(() => {
      if (canTell()) end();
    }, milliseconds);
    whenGone(end);
    live.wake = end;
  });
