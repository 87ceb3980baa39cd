import { reportPresence } from "../api/requests";

const presenceEvery = 55_000;
const recentlyActive = 60_000;

/** Reports the user as present while they are. */
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
    // A failed report is repeated within a minute.
    if (document.visibilityState === "visible") reportPresence(isActive).catch(() => undefined);
  };
  report();
  setInterval(report, presenceEvery);
};
