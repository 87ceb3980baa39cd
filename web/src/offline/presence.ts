import { reportPresence } from "../api/requests";

const presenceEvery = 55_000;
const recentlyActive = 60_000;

/**
 * Reports the user as present while they are. The desktop app knows whether they are at the machine; a browser only
 * whether they use this window.
 */
export const keepPresence = (isMachineIdle: () => boolean | undefined): void => {
  let lastInput = Date.now();
  for (const type of ["pointerdown", "keydown", "wheel", "touchstart"])
    window.addEventListener(
      type,
      () => {
        lastInput = Date.now();
      },
      { passive: true, capture: true },
    );
  const report = () => {
    const isIdle = isMachineIdle();
    if (isIdle === undefined && document.visibilityState !== "visible") return;
    const isUsed = document.hasFocus() && Date.now() - lastInput < recentlyActive;
    // A failed report is repeated within a minute.
    reportPresence(isIdle === undefined ? isUsed : !isIdle).catch(() => undefined);
  };
  report();
  setInterval(report, presenceEvery);
};
