import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** A fenced block of a page that can be run, with the answer that the page shows below it. */
export interface PageBlock {
  /** Such as `tour.md:12`. */
  readonly at: string;
  readonly language: "sh" | "js";
  readonly source: string;
  /** What the page shows below it: JSON that the block prints, or lines of text. */
  readonly answer: { readonly language: "json" | "text"; readonly source: string } | undefined;
}

const fence = /^\s*(?:```|~~~)(.*)$/;

/** The blocks of a page in order. Refuses a block that is neither run nor an answer to one. */
export const readBlocks = (path: string): readonly PageBlock[] => {
  const blocks: PageBlock[] = [];
  const lines = readFileSync(path, "utf8").split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const language = fence.exec(lines[at] ?? "")?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf("```", at + 1);
    const where = `${basename(path)}:${at + 1}`;
    if (end < 0) throw new Error(`${where}: the block has no end`);
    const source = lines.slice(at + 1, end).join("\n");
    const last = blocks.at(-1);
    if (language === "sh" || language === "js")
      blocks.push({ at: where, language, source, answer: undefined });
    else if (last && (language === "json" || language === "text") && !last.answer)
      blocks[blocks.length - 1] = { ...last, answer: { language, source } };
    else throw new Error(`${where}: nothing runs this block, and it is nothing's answer`);
    at = end;
  }
  return blocks;
};

const anything = "…";

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Any text for an ellipsis, otherwise the exact text. */
const pattern = (shown: string): RegExp =>
  new RegExp(`^${shown.split(anything).map(literally).join(".*")}$`, "s");

/**
 * What a value must match: `"…"` is any value, an ellipsis in a text any text, `"…": "…"` in an object any other
 * fields, and `"…"` in a list any other items.
 */
export const asShown = (shown: unknown): unknown => {
  if (Array.isArray(shown)) {
    const items = shown.filter((item) => item !== anything).map(asShown);
    return items.length === shown.length ? items : expect.arrayContaining(items);
  }
  if (typeof shown === "object" && shown !== null) {
    const { [anything]: others, ...fields } = shown as Record<string, unknown>;
    const each = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asShown(value)]));
    return others === undefined ? each : expect.objectContaining(each);
  }
  if (shown === anything) return expect.anything();
  return typeof shown === "string" && shown.includes(anything)
    ? expect.stringMatching(pattern(shown))
    : shown;
};

/** The first shown line that isn't printed, in this order and among others; undefined if all are. */
export const missingLine = (shown: string, printed: string): string | undefined => {
  const lines = printed.split("\n");
  return shown.split("\n").find((line) => {
    const found = lines.findIndex((one) => pattern(line).test(one));
    if (found >= 0) lines.splice(0, found + 1);
    return found < 0;
  });
};
