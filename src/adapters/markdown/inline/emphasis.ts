import type { InlineState, Token } from "../run";
import type { Pass } from "./spans";

/** A kind whose text begins and ends with marks, found by its expression. */
const marked =
  (state: InlineState, expression: RegExp, marks: number, tags: readonly string[]): Pass =>
  (text, from) => {
    const search = new RegExp(expression, "g");
    search.lastIndex = from;
    const found = search.exec(text);
    if (found === null) return undefined;
    const end = found.index + found[0].length;
    return {
      ...{ start: found.index, end },
      tokens: (inside): readonly Token[] => [
        ...tags.map((tag) => new state.Token("span_open", tag, 1)),
        ...inside(found.index + marks, end - marks),
        ...tags.toReversed().map((tag) => new state.Token("span_close", tag, -1)),
      ],
    };
  };

/** `***both***`: without stars, carets or line ends in it. */
export const strongEmphasis = (state: InlineState): Pass =>
  marked(state, /\*\*\*(?!\s)[^*^\n]+(?<!\s)\*\*\*/, 3, ["strong", "em"]);

/** `**strong**` on one line. */
export const strong = (state: InlineState): Pass => marked(state, /\*\*[^\n]+?\*\*/, 2, ["strong"]);

/** `*emphasis*`; spaces don't stand next to its stars. */
export const emphasis = (state: InlineState): Pass => marked(state, /\*(?!\s)[^*^\n]+(?<!\s)\*/, 1, ["em"]);

/** `~~deleted~~`. */
export const deleted = (state: InlineState): Pass => marked(state, /(?<!~)~~[^~\n]+?~~(?!~)/, 2, ["del"]);
