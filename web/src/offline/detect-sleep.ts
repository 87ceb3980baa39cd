const lookEvery = 5000;
/** A timer this late means that the machine slept. */
const jump = 20_000;

/** Detects that the machine has slept, and aborts the current signal. */
export const watchForSleep = (): (() => AbortSignal) => {
  let controller = new AbortController();
  let last = Date.now();
  const slept = () => {
    controller.abort(new TypeError("The machine has slept"));
    controller = new AbortController();
  };
  setInterval(() => {
    const now = Date.now();
    if (now - last > jump) slept();
    last = now;
  }, lookEvery);
  window.addEventListener("online", slept);
  return () => controller.signal;
};
