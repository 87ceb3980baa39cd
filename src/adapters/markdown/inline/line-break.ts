import { type InlineState, placeholder } from "../rendering/rendering";
import type { Pass } from "./spans";

const spaces = /[^\S\n]*/y;

/** A line break, which HTML shows as one. */
export const lineBreak =
  (state: InlineState): Pass =>
  (text, from) => {
    const start = text.indexOf("\n", from);
    if (start === -1) return undefined;
    spaces.lastIndex = start + 1;
    const afterSpaces = start + 1 + (spaces.exec(text)?.[0].length ?? 0);
    // Leading spaces stay if text follows them.
    const end = afterSpaces === text.length || text[afterSpaces] === placeholder ? afterSpaces : start + 1;
    return { start, end, tokens: () => [new state.Token("line_break", "br", 0)] };
  };
