import type { HeartbeatWheel } from "./heartbeat-wheel";
import type { LiveQueue } from "./live-queue";

/** Calls back once, when the queue is woken or the timeout expires. @returns the function that ends the wait. */
export const onWakeOrTimeout = (
  wheel: HeartbeatWheel,
  live: LiveQueue,
  milliseconds: number,
  resume: () => void,
): (() => void) => {
  let isWaiting = true;
  const end = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    wheel.remove(spoke, end);
    if (live.wake === end) live.wake = undefined;
    resume();
  };
  const spoke = wheel.add(milliseconds, end);
  live.wake = end;
  return end;
};
