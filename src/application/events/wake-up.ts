import type { HeartbeatWheel } from "./heartbeat-wheel";
import type { LiveQueue } from "./held-queues";

/** Resolves when the queue is woken, when the client has gone, or when the time is over. */
export const wakeUp = (
  wheel: HeartbeatWheel,
  live: LiveQueue,
  milliseconds: number,
  whenGone: (forget: () => void) => void,
): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      wheel.remove(spoke, end);
      if (live.wake === end) live.wake = undefined;
      resolve();
    };
    const spoke = wheel.add(milliseconds, end);
    whenGone(end);
    live.wake = end;
  });
