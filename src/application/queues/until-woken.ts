import type { HeartbeatWheel } from "./heartbeat-wheel";
import type { LiveQueue } from "./local-queues";

/** Resolves when the queue is woken, the client disconnects, or the time is over. */
export const untilWoken = (
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
