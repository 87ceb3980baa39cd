import { type InlineState, placeholder } from "../run";
import type { Pass } from "./spans";

const spaces = /[^\S\n]*/y;

/** The end of a line is one in HTML too. */
export const lineBreak =
  (state: InlineState): Pass =>
  (text, from) => {
    const start = text.indexOf("\n", from);
    if (start === -1) return undefined;
    spaces.lastIndex = start + 1;
    const behind = start + 1 + (spaces.exec(text)?.[0].length ?? 0);
    // Spaces count where words follow them.
    const end = behind === text.length || text[behind] === placeholder ? behind : start + 1;
    return { start, end, tokens: () => [new state.Token("line_break", "br", 0)] };
  };
