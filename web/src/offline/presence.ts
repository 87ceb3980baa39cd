import { reportPresence } from "../api/requests";

const presenceEvery = 55_000;
const recentlyActive = 60_000;

/** Tells the others that somebody is here, for as long as they are. */
export const keepPresence = (): void => {
  let lastInput = Date.now();
  for (const type of ["pointerdown", "keydown", "wheel", "touchstart"])
    window.addEventListener(
      type,
      () => {
        lastInput = Date.now();
      },
      { passive: true },
    );
  const report = () => {
    const isActive = document.hasFocus() && Date.now() - lastInput < recentlyActive;
    // Whoever can't be told now is told in a minute.
    if (document.visibilityState === "visible") reportPresence(isActive).catch(() => undefined);
  };
  report();
  setInterval(report, presenceEvery);
};
