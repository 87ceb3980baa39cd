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

/** The items after a removed element, the next first, and then those before it; with `isDeep`, also those in its siblings. */
const itemsBeside = (
  { nextSibling, previousSibling }: MutationRecord,
  isDeep: boolean,
): readonly Element[] => {
  const itemsIn = (node: Node): readonly Element[] => {
    if (!(node instanceof Element)) return [];
    if (node.matches(item)) return [node];
    return isDeep ? [...node.querySelectorAll(item)] : [];
  };
  const found: Element[] = [];
  for (let next = nextSibling; next; next = next.nextSibling) found.push(...itemsIn(next));
  for (let before = previousSibling; before; before = before.previousSibling)
    found.push(...itemsIn(before).toReversed());
  return found.filter(isNear);
};

/** The control of an element that does what the lost one did in another, counted from the last one. */
const counterpart = (other: Element, before: Element, lost: HTMLElement): HTMLElement | undefined => {
  const known = controlsIn(before);
  const controls = controlsIn(other).filter(isShown);
  // Messages have the focus themselves.
  if (before.matches(focusable)) return controls[0];
  return controls[Math.max(0, controls.length - (known.length - known.indexOf(lost)))];
};

/** The place of an element that may be redrawn elsewhere, such as a channel that is pinned. */
const placesOf = ({ dataset }: HTMLElement): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>("[data-about]")].filter(
    (one) => one.dataset.about === dataset.about,
  );

/** What takes the focus from an element that was removed with `removed`; undefined if that isn't ours to decide. */
const successorOf = (
  lost: HTMLElement,
  removed: Element,
  record: MutationRecord,
): HTMLElement | undefined => {
  const { target } = record;
  if (!(target instanceof Element) || !target.isConnected) return undefined;
  const named = lost.closest<HTMLElement>("[data-about]");
  if (removed.matches(item) || named) {
    const nearby = itemsBeside(record, named !== null).map((one) => one.querySelector("[data-about]") ?? one);
    for (const other of [...(named ? placesOf(named) : []), ...nearby]) {
      const next = counterpart(other, named ?? removed, lost);
      if (next) return next;
    }
  }
  const around = target.closest(`${item}, form`);
  const controls = around ? controlsIn(around).filter(isShown) : [];
  const next =
    controls.find((one) => one.matches("textarea")) ??
    controls.find((one) => one.matches("input, select")) ??
    controls[0];
  if (next) return next;
  // A list that has lost its last message says so.
  const empty = target.querySelector<HTMLElement>(":scope > .empty[tabindex]");
  if (empty) return empty;
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
          if (!removed.contains(one)) return [one];
          if (one === latest) isLost = !isAway;
          // It was only moved.
          if (one.isConnected) return [one];
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
