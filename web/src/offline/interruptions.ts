const lookEvery = 5000;
/** A timer this late means that the machine slept. */
const jump = 20_000;

/** Aborts the current signal when the machine has slept, and when its network comes or goes. */
export const watchForInterruptions = (): (() => AbortSignal) => {
  let controller = new AbortController();
  let last = Date.now();
  const interrupt = () => {
    controller.abort(new TypeError("The machine slept, or its network changed"));
    controller = new AbortController();
  };
  setInterval(() => {
    const now = Date.now();
    if (now - last > jump) interrupt();
    last = now;
  }, lookEvery);
  for (const change of ["online", "offline"]) window.addEventListener(change, interrupt);
  return () => controller.signal;
};
