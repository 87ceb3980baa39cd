import { useEffect } from "preact/hooks";
import { cardWords } from "../../words/en-cards";

/** The texts of messages. */
const texts = ".row .words";
/** The height in pixels at which the style sheet clips a text. */
const tallest = (): number => Math.max(window.innerHeight, 640);

/** The messages that the user has asked to see whole, as long as the window lives. */
const whole = new Set<string>();

const idOf = (text: Element): string => text.closest<HTMLElement>("[data-id]")?.dataset.id ?? "";

/** Reports a changed height as if the user had scrolled, so that the list keeps what is in view now in its place. */
const settle = (scroller: Element | null): void => void scroller?.dispatchEvent(new Event("scroll"));

const buttonIn = (text: Element): HTMLButtonElement | null => text.querySelector(":scope > .show-more");

/** Adds a button to a text that is too tall, and removes it once the text no longer is. */
const update = (text: HTMLElement): void => {
  const known = buttonIn(text);
  const isTall = text.scrollHeight - (known?.offsetHeight ?? 0) > tallest() + 1;
  const isWhole = whole.has(idOf(text));
  text.classList.toggle("whole", isTall && isWhole);
  text.classList.toggle("condensed", isTall && !isWhole);
  if (!isTall) {
    known?.remove();
    return;
  }
  const button = known ?? document.createElement("button");
  button.type = "button";
  button.className = "show-more plain";
  button.textContent = isWhole ? cardWords.showLess : cardWords.showMore;
  button.ariaExpanded = String(isWhole);
  if (known === null) {
    button.addEventListener("click", () => (whole.has(idOf(text)) ? condense(text) : expand(text)));
    text.append(button);
  }
};

/** Shows all of a message: what was cut off appears below what is in view. */
const expand = (text: HTMLElement): void => {
  const hadFocus = document.activeElement === buttonIn(text);
  whole.add(idOf(text));
  update(text);
  // The button is far away now: the focus stays where the user continues reading.
  if (hadFocus) text.closest<HTMLElement>("article")?.focus({ preventScroll: true });
  settle(text.closest(".scroller"));
};

/** Cuts a message off again. Its end, where the button is, stays in its place. */
const condense = (text: HTMLElement): void => {
  const scroller = text.closest(".scroller");
  const before = buttonIn(text)?.getBoundingClientRect().bottom ?? 0;
  whole.delete(idOf(text));
  update(text);
  if (scroller) scroller.scrollTop += (buttonIn(text)?.getBoundingClientRect().bottom ?? 0) - before;
  settle(scroller);
};

/** Shows all of a message that is cut off; false if it isn't. */
export const showWhole = (id: number): boolean => {
  const text = document.querySelector<HTMLElement>(`#message-${id} .condensed`);
  if (text) expand(text);
  return text !== null;
};

/** Expands a message the browser scrolled into, for example to a search match or a focused link. */
const follow = ({ target }: Event): void => {
  if (!(target instanceof HTMLElement && target.matches(".condensed")) || target.scrollTop === 0) return;
  const by = target.scrollTop;
  const scroller = target.closest(".scroller");
  target.scrollTop = 0;
  expand(target);
  if (scroller) scroller.scrollTop += by;
  settle(scroller);
};

/** Offers to show the rest of messages that are taller than the window. */
export const TallMessages = () => {
  useEffect(() => {
    const changed = new Set<HTMLElement>();
    const sizes = new ResizeObserver((entries) => {
      if (changed.size === 0)
        requestAnimationFrame(() => {
          for (const text of changed) update(text);
          changed.clear();
        });
      for (const { target } of entries)
        if (target.isConnected) changed.add(target as HTMLElement);
        else sizes.unobserve(target);
    });
    const look = (found: Iterable<HTMLElement>): void => {
      for (const text of found) {
        update(text);
        sizes.observe(text);
      }
    };
    // Before the next frame, so that nobody sees a message change its height.
    const changes = new MutationObserver((records) => {
      const found = new Set<HTMLElement>();
      for (const { target, addedNodes } of records)
        for (const node of [target, ...addedNodes]) {
          if (!(node instanceof HTMLElement)) continue;
          if (node.matches(texts)) found.add(node);
          else if (node !== target)
            for (const text of node.querySelectorAll<HTMLElement>(texts)) found.add(text);
        }
      look(found);
    });
    look(document.querySelectorAll<HTMLElement>(texts));
    changes.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("scroll", follow, true);
    return () => {
      changes.disconnect();
      sizes.disconnect();
      document.removeEventListener("scroll", follow, true);
    };
  }, []);
  return null;
};
