const lookEvery = 5000;
/** Looks this far apart mean that the machine slept. */
const jump = 20_000;
/** The same in hidden windows, where browsers may let timers run only once a minute. */
const hiddenJump = 80_000;

/** Aborts the current signal when the machine has slept, and when its network comes or goes. */
export const watchForInterruptions = (): (() => AbortSignal) => {
  let controller = new AbortController();
  let last = Date.now();
  let longest = jump;
  const interrupt = () => {
    controller.abort();
    controller = new AbortController();
  };
  setInterval(() => {
    const now = Date.now();
    if (now - last > longest) interrupt();
    last = now;
    // It may be shown again before the next look.
    longest = document.hidden ? hiddenJump : jump;
  }, lookEvery);
  for (const change of ["online", "offline"]) window.addEventListener(change, interrupt);
  return () => controller.signal;
};
