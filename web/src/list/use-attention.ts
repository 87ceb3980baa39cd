import { useEffect, useRef } from "preact/hooks";
import { attention, type Seen } from "./attention";

const lookEvery = 400;

/** Tells what was read in an element with rows that have `data-unread`. Answers what is to be called when it changes. */
export const useAttention = (onRead: (ids: readonly number[]) => void): ((element: HTMLElement) => void) => {
  const element = useRef<HTMLElement | undefined>(undefined);
  const timer = useRef<number | undefined>(undefined);
  const state = useRef(attention());
  const report = useRef(onRead);
  report.current = onRead;

  const look = () => {
    timer.current = undefined;
    const scroller = element.current;
    if (!scroller?.isConnected) return;
    const { top, height } = scroller.getBoundingClientRect();
    const rows = [...scroller.querySelectorAll<HTMLElement>("[data-unread]")];
    const seen = rows.map(
      (row): Seen => ({ id: Number(row.dataset.id), end: row.getBoundingClientRect().bottom - top }),
    );
    const read = state.current.look(seen, height + 1, document.hasFocus(), Date.now());
    if (read.length > 0) report.current(read);
    if (rows.length > 0) again();
  };
  const again = () => {
    timer.current ??= window.setTimeout(look, lookEvery);
  };

  useEffect(() => {
    const input = () => state.current.input(Date.now());
    const types = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"];
    for (const type of types) window.addEventListener(type, input, { passive: true });
    return () => {
      for (const type of types) window.removeEventListener(type, input);
      clearTimeout(timer.current);
    };
  }, []);

  return (scroller) => {
    element.current = scroller;
    again();
  };
};
