/** Runs something once the next frame is on screen, or at once where no frames are drawn. Returns how to cancel it. */
export const afterFrame = (run: () => void): (() => void) => {
  let timer = 0;
  // A task of its own after the frame: what runs within it delays it.
  const later = () => {
    timer = window.setTimeout(run);
  };
  const frame = document.hidden ? 0 : requestAnimationFrame(later);
  if (document.hidden) later();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};
