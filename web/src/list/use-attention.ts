import { useEffect, useRef } from "preact/hooks";
import { attention, type VisibleMessage } from "./attention";

const lookEvery = 400;

/** Reports which rows with `data-unread` have been read. Returns a function to call when the view changes. */
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
    const visible = rows.map(
      (row): VisibleMessage => ({
        id: Number(row.dataset.id),
        end: row.getBoundingClientRect().bottom - top,
      }),
    );
    const read = state.current.look(visible, height + 1, document.hasFocus(), Date.now());
    if (read.length > 0) report.current(read);
    if (rows.length > 0) schedule();
  };
  const schedule = () => {
    timer.current ??= window.setTimeout(look, lookEvery);
  };

  useEffect(() => {
    const input = () => state.current.input(Date.now());
    const types = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"];
    for (const type of types) window.addEventListener(type, input, { passive: true, capture: true });
    return () => {
      for (const type of types) window.removeEventListener(type, input, true);
      clearTimeout(timer.current);
    };
  }, []);

  return (scroller) => {
    element.current = scroller;
    schedule();
  };
};
