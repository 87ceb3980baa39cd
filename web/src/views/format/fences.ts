// Parts of a text between two fences: quotations, spoilers, formulas and code in lines of their own.
import { fenceOpenedBy } from "../../../../src/domain/text/fence";
import type { Edit, Selected } from "./edit";

/** A fenced part. All positions are of the text that it is in. */
interface Fenced {
  /** In small letters; empty for code without one. */
  readonly language: string;
  readonly from: number;
  readonly to: number;
  readonly contentFrom: number;
  readonly contentTo: number;
  readonly isClosed: boolean;
}

const holdsFences = (language: string): boolean => ["quote", "quoted", "spoiler"].includes(language);

/** The fenced parts of a text, as the server reads it; those that are in others come before them. */
export const fencedParts = (text: string): readonly Fenced[] => {
  const parts: Fenced[] = [];
  const open: (Pick<Fenced, "language" | "from" | "contentFrom"> & { readonly fence: string })[] = [];
  let at = 0;
  const close = (contentTo: number, to: number, isClosed: boolean) => {
    const part = open.pop();
    if (part === undefined) return;
    const { language, from, contentFrom } = part;
    parts.push({ language, from, to, contentFrom, contentTo: Math.max(contentFrom, contentTo), isClosed });
  };
  for (const line of text.split("\n")) {
    const around = open.at(-1);
    // The server reads tabs as spaces.
    const opened =
      around && !holdsFences(around.language) ? undefined : fenceOpenedBy(line.replaceAll("\t", " "));
    const end = at + line.length;
    if (around && line.trimEnd() === around.fence) close(at - 1, end, true);
    else if (opened) {
      const { fence, language } = opened;
      open.push({ fence, language: language.toLowerCase(), from: at, contentFrom: end + 1 });
    }
    at = end + 1;
  }
  while (open.length > 0) close(text.length, text.length, false);
  return parts;
};

/** Whether a text ends in code, where nothing is formatted. */
export const endsInCode = (text: string): boolean =>
  fencedParts(text).some(({ language, isClosed }) => !isClosed && !holdsFences(language));

export type FenceName = "quote" | "spoiler" | "code" | "math";

const isOf = (name: FenceName, language: string): boolean => {
  if (name === "quote") return ["quote", "quoted"].includes(language);
  if (name === "code") return !holdsFences(language) && language !== "math";
  return language === name;
};

/** A fence that nothing in the text closes. */
const fenceAround = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([signs]) => signs.length));
  return "`".repeat(longest + 1);
};

/** The fenced part that what is selected is in, if it has this format. */
export const fencedAround = ({ value, from, to }: Selected, name: FenceName): Fenced | undefined =>
  fencedParts(value).find(
    (part) => isOf(name, part.language) && part.from <= from && to <= part.to && part.isClosed,
  );

/** Takes away the fences of a part. */
export const unfenced = (value: string, { from, to, contentFrom, contentTo }: Fenced): Edit => {
  const text = value.slice(contentFrom, contentTo);
  return { from, to, text, select: [from, from + text.length] };
};

/** Puts what is selected between fences, on lines of its own. A header comes first, to be overwritten. */
export const fenced = ({ value, from, to }: Selected, name: FenceName, header = ""): Edit => {
  const content = value.slice(from, to).replace(/^\n+|\n+$/g, "");
  const before = from > 0 && value[from - 1] !== "\n" ? "\n" : "";
  const after = to < value.length && value[to] !== "\n" ? "\n" : "";
  const fence = fenceAround(content);
  const language = name === "code" ? "" : name;
  const first = before + fence + language + (header && ` ${header}`);
  const contentFrom = from + first.length + 1;
  return {
    from,
    to,
    text: `${first}\n${content}\n${fence}${after}`,
    select: header
      ? [contentFrom - 1 - header.length, contentFrom - 1]
      : [contentFrom, contentFrom + content.length],
  };
};
