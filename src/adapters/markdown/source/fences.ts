import { type Fence, fenceOpenedBy } from "../../../domain/text/fence";
import { type FencedPart, placeholder, type Rendering } from "../rendering/rendering";

const isQuote = (language: string): boolean => ["quote", "quoted"].includes(language.toLowerCase());

/** Maximum nesting depth, because each level copies its content. */
const deepest = 30;

/** Stores a part and returns the placeholder for it. */
const asPlaceholder = (rendering: Rendering, part: FencedPart): string => {
  rendering.fences.push(part);
  return `${placeholder}${rendering.fences.length - 1}${placeholder}`;
};

const withBlankLines = (lines: readonly string[]): readonly string[] => ["", ...lines, ""];

const spoiler = (
  rendering: Rendering,
  header: string | undefined,
  content: readonly string[],
): readonly string[] => {
  const html = (text: string): string => asPlaceholder(rendering, { kind: "html", html: text });
  return [
    html('<div class="spoiler-block"><div class="spoiler-header">'),
    "",
    ...(header === undefined ? [] : [header, ""]),
    html('</div><div class="spoiler-content" aria-hidden="true">'),
    "",
    ...content,
    "",
    html("</div></div>"),
  ];
};

/**
 * Lifts fenced parts out of the text. Code and math become placeholders, quotations become lines with `>`, and
 * spoilers become text between two placeholders. An unclosed fence ends with the message.
 */
export const liftFences = (source: string, rendering: Rendering): string => {
  const lines = source.split("\n");
  let next = 0;

  /** The lines before the closing fence. */
  const untilClosed = (closing: string): readonly string[] => {
    const start = next;
    while (next < lines.length && lines[next]?.trimEnd() !== closing) next += 1;
    next += 1;
    return lines.slice(start, next - 1).map((line) => line.trimEnd());
  };

  const inside = ({ fence: closing, language, header }: Fence, depth: number): readonly string[] => {
    if (isQuote(language)) {
      const content = read(closing, depth + 1);
      return content.length === 0 ? [] : withBlankLines(content.map((line) => `> ${line}`));
    }
    if (language.toLowerCase() === "spoiler") {
      const content = read(closing, depth + 1);
      return content.length === 0 ? [] : withBlankLines(spoiler(rendering, header, content));
    }
    const content = untilClosed(closing);
    if (content.length === 0) return [];
    const text = content.join("\n");
    const part: FencedPart =
      language.toLowerCase() === "math"
        ? { kind: "math", paragraphs: text.trimEnd().split("\n\n") }
        : { kind: "code", language, text };
    return withBlankLines([asPlaceholder(rendering, part)]);
  };

  const read = (closing: string | undefined, depth: number): readonly string[] => {
    const content: string[] = [];
    while (next < lines.length) {
      const line = lines[next] ?? "";
      next += 1;
      if (closing !== undefined && line.trimEnd() === closing) break;
      const open = depth < deepest ? fenceOpenedBy(line) : undefined;
      if (open === undefined) content.push(line);
      else {
        const language = open.language || rendering.context.defaultCodeLanguage;
        for (const one of inside({ ...open, language }, depth)) content.push(one);
      }
    }
    return content;
  };

  return `${read(undefined, 0).join("\n")}\n`;
};

/** The fenced part whose placeholder this paragraph is, if any. */
export const fencedPart = (text: string, rendering: Rendering): FencedPart | undefined => {
  const words = text.trim();
  if (!words.startsWith(placeholder) || !words.endsWith(placeholder)) return undefined;
  return rendering.fences[Number(words.slice(1, -1))];
};

const listItem = /^ *([*+-]|\d\.) +/;

/** Whether the next line begins a list that needs a blank line before it. */
const needsBlankLine = (line: string, next: string): boolean => {
  const mark = listItem.exec(next)?.[1];
  if (mark === undefined || line === "") return false;
  const before = listItem.exec(line)?.[1];
  return before === undefined || (before.length === 1) !== (mark.length === 1);
};

/** Inserts a blank line before lists that directly follow a line of text. */
export const setListsApart = (source: string): string => {
  const lines = source.split("\n");
  const open: { readonly fence: string; readonly isCode: boolean }[] = [];
  const separated: string[] = [];
  for (const [index, line] of lines.entries()) {
    separated.push(line);
    const fenced = fenceOpenedBy(line);
    if (fenced) {
      if (fenced.language === "" && open.at(-1)?.fence === fenced.fence) open.pop();
      else open.push({ fence: fenced.fence, isCode: !["quote", "quoted"].includes(fenced.language) });
    }
    const next = lines[index + 1];
    if (next !== undefined && needsBlankLine(line, next) && !open.some(({ isCode }) => isCode))
      separated.push("");
  }
  return separated.join("\n");
};
