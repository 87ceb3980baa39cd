import { escapeHtml } from "../../domain/html";

/** Markup that is safe to show. */
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

/** A template: what is put in is escaped, unless it is markup by this template itself. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, index) => text + written(parts[index])).join(""));
