import { visibleTop } from "./visible-top";

const rowSelector = ".scroller article, [data-keys=row]";
/** The row that had the focus last. */
let latest: HTMLElement | undefined;
let hasBeenUsed = false;

/** The rows of the list on screen: messages, or those of another list. */
export const rows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(rowSelector)];

/** Whether a row is in view, below what may cover the top of the list. */
export const isInView = (row: HTMLElement): boolean => {
  const scroller = document.querySelector(".scroller");
  const { top, bottom } = row.getBoundingClientRect();
  return (
    scroller === null || (bottom > visibleTop(scroller) + 40 && top < scroller.getBoundingClientRect().bottom)
  );
};

/** The selected row, if the user can still see it. */
export const selectedRow = (): HTMLElement | undefined =>
  [document.querySelector<HTMLElement>(".scroller article[tabindex='0']"), latest].find(
    (row): row is HTMLElement => row?.isConnected === true && isInView(row),
  );

/** Focuses an element of a list, and scrolls no further than it takes to show it: by itself, the browser centers it. */
export const focusWithLeastScroll = (element: HTMLElement | null | undefined): void => {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
};

/** Whether the user is writing in a field, or in a dialog: nothing takes the focus from there. */
export const isWriting = (): boolean =>
  document.activeElement?.closest("input, textarea, dialog") instanceof Element;

/** The URL of the results of a search that was typed in this window. */
let resultsAt = "";

/** Notes that a search led to the screen: its results take the focus once they are shown. */
export const noteResults = (): void => {
  resultsAt = window.location.hash;
};

/** Whether a search led to the screen. */
export const isAtResults = (): boolean => resultsAt !== "" && window.location.hash === resultsAt;

/** Returns the focus to what is read: the selected row, or the list on screen. */
export const returnToReading = (): void => {
  const place = selectedRow() ?? document.querySelector<HTMLElement>(".scroller, .page");
  if (place) place.focus({ preventScroll: true });
  else (document.activeElement as HTMLElement | null)?.blur();
};

/**
 * Moves the focus to what the user is reading if the focused element is gone. Before its first use, a window keeps the
 * focus at the top of the page.
 */
export const keepFocus = (): void => {
  if (hasBeenUsed && document.activeElement === document.body) returnToReading();
};

/** Follows the focus as long as the window lives. */
export const followFocus = (): void =>
  document.addEventListener("focusin", ({ target }) => {
    hasBeenUsed = true;
    latest = (target as Element).closest<HTMLElement>(rowSelector) ?? latest;
  });
