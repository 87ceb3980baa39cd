import { emojiText, readHtml } from "../../ui/message-html";
import { dateAndTime } from "../../ui/time";

/** Replaces each element by the text that stands for it. */
const replaceAll = (body: Element, selector: string, textOf: (one: HTMLElement) => string): void => {
  for (const one of body.querySelectorAll<HTMLElement>(selector)) one.replaceWith(textOf(one));
};

const textIn = (one: Element, selector: string): string =>
  one.querySelector(selector)?.textContent?.trim() ?? "";

/**
 * A message's text, line by line. Emoji are characters, times local, formulas their source, and spoilers stay hidden. An action
 * (`/me`) begins with its sender's name.
 */
export const messageLines = (html: string, actor?: string): string => {
  const body = readHtml(html);
  replaceAll(body, ".spoiler-block", (one) => `${textIn(one, ".spoiler-header")} (…)\n`.trimStart());
  // KaTeX outputs each formula twice, drawn and as MathML with its source.
  replaceAll(body, ".katex", (one) => textIn(one, "annotation"));
  replaceAll(body, "time[datetime]", (one) => {
    const at = Date.parse(one.getAttribute("datetime") ?? "");
    return Number.isNaN(at) ? (one.textContent ?? "") : dateAndTime(at);
  });
  replaceAll(body, "span.emoji", ({ className, textContent }) => emojiText(className) ?? textContent ?? "");
  replaceAll(body, "img", (one) => one.getAttribute("alt") ?? "");
  const text = (body.textContent ?? "").trim();
  return actor === undefined ? text : text.replace(/^\/me(?= )/, () => actor);
};

/** A message's text on one line. */
export const messageText = (html: string): string => messageLines(html).replace(/\s+/g, " ");
