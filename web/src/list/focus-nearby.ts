import { isInView } from "./reading-focus";

const focusable =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]";
const item = "li, tr, article";
/** Layers that open above the rest. Once one closes, the focus returns to where it was before. */
const overlays = "dialog, [popover], .toast";
/** How many elements to go back to. */
const mostRemembered = 8;

/** The visible elements that may have the focus in this one, itself first. */
const controlsIn = (element: Element): readonly HTMLElement[] =>
  [element, ...element.querySelectorAll(focusable)].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.matches(focusable),
  );

const isShown = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });

/** Messages that have scrolled out of view stay there. */
const isNear = (element: Element): boolean =>
  element.isConnected &&
  (!(element instanceof HTMLElement) || !element.closest(".scroller") || isInView(element));

/** The items after a removed one, the next first, and then those before it. */
const siblingsOf = ({ nextSibling, previousSibling }: MutationRecord): readonly Element[] => {
  const found: (Node | null)[] = [];
  for (let next = nextSibling; next; next = next.nextSibling) found.push(next);
  for (let before = previousSibling; before; before = before.previousSibling) found.push(before);
  return found.filter((one): one is Element => one instanceof Element && one.matches(item) && isNear(one));
};

/** What takes the focus from an element that was removed with `removed`; undefined if that isn't ours to decide. */
const successorOf = (
  lost: HTMLElement,
  removed: Element,
  record: MutationRecord,
): HTMLElement | undefined => {
  const { target } = record;
  if (!(target instanceof Element) || !target.isConnected) return undefined;
  if (removed.matches(item)) {
    const before = controlsIn(removed);
    // Messages have the focus themselves. Other items hand it on to the same button, counted from the last one.
    const isWhole = removed.matches(focusable);
    const fromEnd = before.length - before.indexOf(lost);
    for (const other of siblingsOf(record)) {
      const controls = controlsIn(other).filter(isShown);
      const next = isWhole ? controls[0] : controls[Math.max(0, controls.length - fromEnd)];
      if (next) return next;
    }
  } else {
    const around = target.closest(`${item}, form`);
    const controls = around ? controlsIn(around).filter(isShown) : [];
    const next = controls.find((one) => one.matches("input, textarea, select")) ?? controls[0];
    if (next) return next;
  }
  return target.closest<HTMLElement>("[tabindex]") ?? undefined;
};

/**
 * Keeps the focus nearby when the element that has it is removed, such as a message that is deleted or the button of a
 * draft that is discarded, also while a dialog asks about it. Returns a function that stops it.
 */
export const keepFocusNearby = (): (() => void) => {
  /**
   * The elements that had the focus, the latest last. Successors replace removed elements, and closed layers are left
   * out.
   */
  let trail: readonly HTMLElement[] = [];
  let isLost = false;
  /** Whether the user has clicked on nothing in particular, and so left the element that had the focus. */
  let isAway = false;
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    isLost = false;
    isAway = false;
    trail = [...trail.filter((one) => one !== target), target].slice(-mostRemembered);
  };
  const leave = ({ target }: FocusEvent): void =>
    queueMicrotask(() => {
      const { activeElement, body } = document;
      if (target instanceof Element && target.isConnected && activeElement === body)
        isAway = document.hasFocus();
    });
  const observer = new MutationObserver((records) => {
    const latest = trail.at(-1);
    for (const record of records)
      for (const removed of record.removedNodes) {
        if (!(removed instanceof Element)) continue;
        trail = trail.flatMap((one) => {
          if (one.isConnected || !removed.contains(one)) return [one];
          if (one === latest) isLost = !isAway;
          return removed.matches(overlays) ? [] : [successorOf(one, removed, record) ?? one];
        });
      }
    if (!isLost || document.activeElement !== document.body) return;
    isLost = false;
    // Without a successor a whole screen has gone, and the next one decides.
    const next = trail.at(-1);
    if (!next?.isConnected) return;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  });
  // The focus may have been set before this module loaded.
  const { activeElement, body } = document;
  if (activeElement instanceof HTMLElement && activeElement !== body) trail = [activeElement];
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", leave);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", leave);
    observer.disconnect();
  };
};
