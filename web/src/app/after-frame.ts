/** The longest wait in a busy window, in milliseconds. */
const patience = 500;

/** Runs something when the window is idle, or soon in browsers that can't tell. Returns how to cancel it. */
const whenIdle = (run: () => void): (() => void) => {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run, { timeout: patience });
  return () => cancelIdleCallback(idle);
};

/** Runs something once the next frame is on screen and nothing more urgent is left to do. Returns how to cancel it. */
export const afterFrame = (run: () => void): (() => void) => {
  let cancel: (() => void) | undefined;
  // A task of its own after the frame: what runs within it delays it.
  const later = () => {
    cancel = whenIdle(run);
  };
  const frame = document.hidden ? 0 : requestAnimationFrame(later);
  if (document.hidden) later();
  return () => {
    cancelAnimationFrame(frame);
    cancel?.();
  };
};
