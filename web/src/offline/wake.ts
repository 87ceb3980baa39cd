const lookEvery = 5000;
/** A clock that jumps so far was stopped. */
const jump = 20_000;

/** Tells when the machine has slept: the signal in force ends then. */
export const wake = (): (() => AbortSignal) => {
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
