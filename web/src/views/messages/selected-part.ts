import { markdownOf } from "../compose/markdown-of";

/** The text of a message as it is drawn. */
const textSelector = ".row .words";

/** The part of a range that lies in an element; undefined if it holds no text. */
const within = (range: Range, element: Element): Range | undefined => {
  if (!range.intersectsNode(element)) return undefined;
  const part = range.cloneRange();
  const whole = document.createRange();
  whole.selectNodeContents(element);
  if (part.compareBoundaryPoints(Range.START_TO_START, whole) < 0)
    part.setStart(whole.startContainer, whole.startOffset);
  if (part.compareBoundaryPoints(Range.END_TO_END, whole) > 0)
    part.setEnd(whole.endContainer, whole.endOffset);
  return part.toString().trim() === "" ? undefined : part;
};

/** A copy of a part, in copies of the elements around it: a line of code is still code. */
const copyOf = (part: Range, text: Element): Element => {
  const root = document.createElement("div");
  root.append(part.cloneContents());
  const { commonAncestorContainer: common } = part;
  let around = common instanceof Element ? common : common.parentElement;
  while (around && around !== text) {
    const copy = around.cloneNode(false) as Element;
    copy.append(...root.childNodes);
    root.append(copy);
    around = around.parentElement;
  }
  return root;
};

/** Restores what only the Markdown contains, such as whole addresses. */
const restore = (root: Element): void => {
  for (const link of root.querySelectorAll<HTMLAnchorElement>("a[href]"))
    link.setAttribute("href", link.href);
  for (const time of root.querySelectorAll("time[datetime]"))
    time.replaceWith(`<time:${time.getAttribute("datetime")}>`);
  for (const image of root.querySelectorAll<HTMLElement>("img[data-original-src]")) {
    const link = document.createElement("a");
    link.setAttribute("href", new URL(image.dataset.originalSrc ?? "", location.href).href);
    link.textContent = image.getAttribute("alt");
    image.replaceWith(link);
  }
};

const solid = (text: string): string => text.replace(/\s/g, "");

/** What the user has selected of a message's text, as Markdown; undefined unless it is a part of that message alone. */
export const selectedPart = (messageId: number): string | undefined => {
  const selection = window.getSelection();
  if (selection === null || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const found = [...document.querySelectorAll(textSelector)].flatMap((text) => {
    const part = within(range, text);
    return part ? [{ text, part }] : [];
  });
  const [first] = found;
  if (first === undefined || found.length > 1) return undefined;
  const { text, part } = first;
  if (text.closest<HTMLElement>("[data-id]")?.dataset.id !== String(messageId)) return undefined;
  if (solid(part.toString()) === solid(text.textContent ?? "")) return undefined;
  const root = copyOf(part, text);
  restore(root);
  return markdownOf(root) || undefined;
};
