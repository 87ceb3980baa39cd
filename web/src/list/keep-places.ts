import { effect } from "@preact/signals";
import type { App } from "../app/app";
import { isWriting } from "./reading-focus";

/** Where the user was in a list. */
interface Place {
  readonly scrollTop: number;
  /** The URLs of its rows. */
  readonly rows: readonly string[];
  /** The index of the row that the user opened, or else had the focus on. */
  readonly at: number;
}

/** For how many milliseconds rows may still be drawn. */
const patience = 2000;

const listOnScreen = (): HTMLElement | null => document.querySelector(".page:has(a[data-keys=row])");

const rowsIn = (list: Element): readonly HTMLAnchorElement[] => [
  ...list.querySelectorAll<HTMLAnchorElement>("a[data-keys=row]"),
];

const placeIn = (list: Element): Place => {
  const rows = rowsIn(list);
  const opened = rows.findIndex(({ hash }) => hash === window.location.hash);
  return {
    scrollTop: list.scrollTop,
    rows: rows.map(({ hash }) => hash),
    at: opened < 0 ? rows.indexOf(document.activeElement as HTMLAnchorElement) : opened,
  };
};

/**
 * Scrolls a list to where it was, and focuses the row that the user had opened, or one beside it if that is gone. False
 * while rows that come after it may be missing.
 */
const restore = (list: HTMLElement, { scrollTop, rows, at }: Place): boolean => {
  list.scrollTop = scrollTop;
  if (at < 0) return list.scrollTop === scrollTop;
  const known = new Map(rowsIn(list).map((one) => [one.hash, one]));
  const there = (hashes: readonly string[]) => hashes.flatMap((hash) => known.get(hash) ?? []);
  const [following] = there(rows.slice(at));
  const row = following ?? there(rows.slice(0, at)).at(-1);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
  return following !== undefined;
};

/**
 * Keeps the place in lists whose rows lead to other screens, so that users who come back find the list where they left it, with
 * the focus on the same row. Returns a function that stops it.
 */
export const keepPlaces = (app: App): (() => void) => {
  const left = new Map<string, Place>();
  let shown = app.href(app.location.peek());
  let end = 0;
  let focused: Element | null = null;
  let frame = 0;
  const goOn = (place: Place): void => {
    frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      const hasMovedOn = focused?.isConnected === true && focused !== activeElement;
      if (Date.now() > end || hasMovedOn || isWriting()) return;
      const list = listOnScreen();
      const isDone = list !== null && restore(list, place);
      if (list) focused = document.activeElement;
      if (!isDone) goOn(place);
    });
  };
  const stop = effect(() => {
    // Signals change before the screen does.
    app.visit.value;
    const next = app.href(app.location.peek());
    if (next === shown) return;
    cancelAnimationFrame(frame);
    const list = listOnScreen();
    if (list) left.set(shown, placeIn(list));
    shown = next;
    const place = left.get(next);
    const { activeElement, body } = document;
    const wasThere = activeElement === body || activeElement?.closest("main") !== null;
    if (place === undefined || !(app.isReturn.peek() || wasThere)) return;
    end = Date.now() + patience;
    focused = null;
    goOn(place);
  });
  return () => {
    cancelAnimationFrame(frame);
    stop();
  };
};
