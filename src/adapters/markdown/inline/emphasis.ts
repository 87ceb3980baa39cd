import type { InlineState, Token } from "../rendering/rendering";
import type { Pass } from "./spans";

interface Mark {
  /** A global expression that matches the text with its marks. */
  readonly expression: RegExp;
  /** The mark at both ends. */
  readonly marks: string;
  readonly tags: readonly string[];
}

const marked =
  ({ expression, marks, tags }: Mark) =>
  (state: InlineState): Pass =>
  (text, from) => {
    if (!text.includes(marks, from)) return undefined;
    expression.lastIndex = from;
    const found = expression.exec(text);
    if (found === null) return undefined;
    const { index } = found;
    const end = index + found[0].length;
    return {
      start: index,
      end,
      tokens: (inside): readonly Token[] => [
        ...tags.map((tag) => new state.Token("span_open", tag, 1)),
        ...inside(index + marks.length, end - marks.length),
        ...tags.toReversed().map((tag) => new state.Token("span_close", tag, -1)),
      ],
    };
  };

/** `***both***`, without stars, carets or line breaks inside. */
export const strongEmphasis = marked({
  expression: /\*\*\*(?!\s)[^*^\n]+(?<!\s)\*\*\*/g,
  marks: "***",
  tags: ["strong", "em"],
});

/** `**strong**` on one line. */
export const strong = marked({ expression: /\*\*[^\n]+?\*\*/g, marks: "**", tags: ["strong"] });

/** `*emphasis*`, without spaces next to the stars. */
export const emphasis = marked({
  expression: /\*(?!\s)[^*^\n]+(?<!\s)\*/g,
  marks: "*",
  tags: ["em"],
});

/** `~~deleted~~`. */
export const deleted = marked({
  expression: /(?<!~)~~[^~\n]+?~~(?!~)/g,
  marks: "~~",
  tags: ["del"],
});
