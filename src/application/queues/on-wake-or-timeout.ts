import type { LiveQueue } from "./live-queue";
import type { TimerWheel } from "./timer-wheel";

/** Calls back once, when the queue is woken or the timeout expires. @returns the function that ends the wait. */
export const onWakeOrTimeout = (
  wheel: TimerWheel,
  live: LiveQueue,
  milliseconds: number,
  resume: () => void,
): (() => void) => {
  let isWaiting = true;
  const end = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    wheel.remove(slot, end);
    if (live.wake === end) live.wake = undefined;
    resume();
  };
  const slot = wheel.add(milliseconds, end);
  live.wake = end;
  return end;
};
