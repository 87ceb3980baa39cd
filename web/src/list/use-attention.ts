import { useEffect, useRef } from "preact/hooks";
import type { Reads } from "../app/reads";
import { attention, type VisibleMessage } from "./attention";
import { visibleTop } from "./visible-top";

const lookEvery = 400;

/** Marks rows with `data-unread` that have been read. Returns a function to call when the view changes. */
export const useAttention = (reads: Reads): ((element: HTMLElement) => void) => {
  const element = useRef<HTMLElement | undefined>(undefined);
  const timer = useRef<number | undefined>(undefined);
  const state = useRef(attention());
  const holds = useRef(reads.holds()).current;

  const reportAny = (read: readonly number[]) => {
    if (read.length > 0 && holds === reads.holds()) reads.mark(read);
  };
  const look = () => {
    timer.current = undefined;
    const scroller = element.current;
    if (!scroller?.isConnected) return;
    const top = visibleTop(scroller);
    const height = scroller.getBoundingClientRect().bottom - top;
    const rows = [...scroller.querySelectorAll<HTMLElement>("[data-unread]")];
    const visible = rows.map(
      (row): VisibleMessage => ({
        id: Number(row.dataset.id),
        end: row.getBoundingClientRect().bottom - top,
      }),
    );
    const read = scroller.querySelectorAll<HTMLElement>("[data-id]:not([data-unread])");
    state.current.showRead([...read].map((row) => Number(row.dataset.id)));
    const isWatched = document.hasFocus() && document.visibilityState === "visible";
    reportAny(state.current.look(visible, height + 1, isWatched, Date.now()));
    if (rows.length > 0) schedule();
  };
  const schedule = () => {
    timer.current ??= window.setTimeout(look, lookEvery);
  };

  useEffect(() => {
    const input = () => state.current.input(Date.now());
    // The browser's own Back button sends nothing but the last of them.
    const types = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove", "popstate"];
    for (const type of types) window.addEventListener(type, input, { passive: true, capture: true });
    // Timers of hidden windows and sleeping devices are late: what was in view ends here, not at the next look.
    const turnAway = () => reportAny(state.current.leave());
    window.addEventListener("blur", turnAway);
    document.addEventListener("visibilitychange", turnAway);
    return () => {
      for (const type of types) window.removeEventListener(type, input, true);
      window.removeEventListener("blur", turnAway);
      document.removeEventListener("visibilitychange", turnAway);
      clearTimeout(timer.current);
      turnAway();
    };
  }, []);

  return (scroller) => {
    element.current = scroller;
    schedule();
  };
};
