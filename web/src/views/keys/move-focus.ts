import { focusWithLeastScroll, isInView, rows, selectedRow } from "../../list/reading-focus";
import { visibleTop } from "../../list/visible-top";

/**
 * Moves between messages, or between rows of a list. Starts from the focused or selected row if it is in view, or from the edge of the
 * view.
 */
export const step = (by: number): void => {
  const all = rows();
  const focused = document.activeElement?.closest<HTMLElement>("article, [data-keys=row]");
  const active = focused && isInView(focused) ? focused : selectedRow();
  const edge = by > 0 ? all.findIndex(isInView) - 1 : all.findLastIndex(isInView) + 1;
  focusWithLeastScroll(
    all[Math.max(0, Math.min(all.length - 1, (active ? all.indexOf(active) : edge) + by))],
  );
};

/** Focuses the message that the user is most likely to mean: the first unread one in view, or the last one. */
export const focusInView = (): boolean => {
  const scroller = document.querySelector(".scroller");
  if (!scroller) return false;
  const top = visibleTop(scroller);
  const { bottom } = scroller.getBoundingClientRect();
  const below = [...scroller.querySelectorAll<HTMLElement>("article[data-id]")].filter(
    (one) => one.getBoundingClientRect().bottom > top + 1,
  );
  const ended = below.filter((one) => one.getBoundingClientRect().bottom <= bottom + 1);
  // A message that is taller than the window has no end in view.
  const target = ended.find((one) => one.dataset.unread !== undefined) ?? ended.at(-1) ?? below[0];
  target?.focus({ preventScroll: true });
  return target !== undefined;
};

/** Scrolls messages by nearly a screen, wherever the focus is. */
export const page = (by: number): boolean => {
  const scroller = document.querySelector(".scroller");
  scroller?.scrollBy({ top: by * scroller.clientHeight * 0.9 });
  return scroller !== null;
};
