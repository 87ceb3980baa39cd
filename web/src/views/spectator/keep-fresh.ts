import { signal } from "@preact/signals";
import type { App } from "../../app/app";

const refreshEvery = 30_000;

/** How often this spectator's window has looked for what is new. */
export const looks = signal(0);

/** Spectators receive no events, so what is on screen is fetched again at intervals, and on their return. */
export const keepFresh = ({ location, store }: App): void => {
  const look = () => {
    const at = location.peek();
    if (at.screen !== "narrow" || document.visibilityState === "hidden") return;
    looks.value += 1;
    const { run } = store.history.list(at.narrow);
    const before = run.peek();
    if (before) run.value = { ...before, isStale: true };
  };
  setInterval(look, refreshEvery);
  document.addEventListener("visibilitychange", look);
};
