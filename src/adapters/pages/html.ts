import { escapeHtml } from "../../domain/text/html";

/** Escaped markup. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | string | number | undefined | false | readonly Part[];

const written = (part: Part): string => {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.markup;
  if (typeof part === "object") return part.map(written).join("");
  return escapeHtml(String(part));
};

/** A template tag that escapes everything except `Html`. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, index) => text + written(parts[index])).join(""));
