import katex from "katex";
import { escapeHtml } from "../../../domain/html";
import { escapeText } from "../html";
import type { InlineRule } from "../run";

/** In UTF-16 units: longer formulas are shown as they are written. */
const longestFormula = 2000;
/** What a formula defines itself may be as long as it is, and each use of it costs that much. */
const defines = /\\(?:[egx]?def|(?:re)?newcommand|providecommand|(?:future)?let)(?![a-zA-Z])/;
const mostExpanded = 6000;
const mostBuiltIn = 1000;

/** TeX as HTML that shows it; undefined where it is none, or would take too long. */
const mathHtml = (tex: string, displayMode: boolean): string | undefined => {
  if (tex.length > longestFormula) return undefined;
  const maxExpand = defines.test(tex) ? Math.ceil(mostExpanded / tex.length) : mostBuiltIn;
  try {
    return katex.renderToString(tex, { displayMode, maxExpand, strict: "ignore", maxSize: 100 });
  } catch (error) {
    // What is nested too deeply ends the parser's stack.
    if (error instanceof katex.ParseError || error instanceof RangeError) return undefined;
    throw error;
  }
};

const inlineMath = /\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?!\$)/y;
const wordCharacter = /[\p{L}\p{N}_]/u;

/** `$$x^2$$`, apart from words and from further dollars. */
export const mathRule: InlineRule = (state) => {
  const { src, pos } = state;
  if (src[pos] !== "$" || src[pos - 1] === "$" || wordCharacter.test(src[pos - 1] ?? "")) return false;
  inlineMath.lastIndex = pos;
  const found = inlineMath.exec(src);
  if (found === null) return false;
  const [whole, tex = ""] = found;
  if (wordCharacter.test(src[pos + whole.length] ?? "")) return false;
  state.push("html", "", 0).content =
    mathHtml(tex, false) ?? `<span class="tex-error">${escapeText(whole)}</span>`;
  state.pos += whole.length;
  return true;
};

/** What is between fences of `math`. */
export const mathBlock = (paragraphs: readonly string[]): string => {
  const shown = paragraphs.map(
    (tex) => mathHtml(tex, true) ?? `<span class="tex-error">${escapeHtml(tex)}</span>`,
  );
  return `<p>${shown.join("\n\n")}</p>`;
};
