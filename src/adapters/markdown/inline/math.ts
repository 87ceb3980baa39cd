import { createRequire } from "node:module";
import type Katex from "katex";
import { escapeHtml } from "../../../domain/text/html";
import { escapeText } from "../rendering/html";
import type { InlineRule } from "../rendering/rendering";

/** UTF-16 units. Longer formulas are shown as source. */
const longestFormula = 2000;
/** Macro definitions in a formula. A macro can be as long as the formula, and each use costs that much. */
const defines = /\\(?:[egx]?def|(?:re)?newcommand|providecommand|(?:future)?let)(?![a-zA-Z])/;
const expansionBudget = 6000;
const builtInExpansions = 1000;

let loaded: typeof Katex | undefined;
/** Loads the library for the first formula: 5 MB, which the main thread never needs. */
const katexLibrary = (): typeof Katex => {
  loaded ??= createRequire(__filename)("katex") as typeof Katex;
  return loaded;
};

/** Renders TeX as HTML; undefined if it is invalid or would take too long. */
const mathHtml = (tex: string, displayMode: boolean): string | undefined => {
  if (tex.length > longestFormula) return undefined;
  const katex = katexLibrary();
  const maxExpand = defines.test(tex) ? Math.ceil(expansionBudget / tex.length) : builtInExpansions;
  try {
    return katex.renderToString(tex, { displayMode, maxExpand, strict: "ignore", maxSize: 100 });
  } catch (error) {
    // Deep nesting overflows the parser's stack.
    if (error instanceof katex.ParseError || error instanceof RangeError) return undefined;
    throw error;
  }
};

const inlineMath = /\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?!\$)/y;
const wordCharacter = /[\p{L}\p{N}_]/u;

/** `$$x^2$$`, not next to word characters or further dollar signs. */
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

/** A fenced `math` block. */
export const mathBlock = (paragraphs: readonly string[]): string => {
  const shown = paragraphs.map(
    (tex) => mathHtml(tex, true) ?? `<span class="tex-error">${escapeHtml(tex)}</span>`,
  );
  return `<p>${shown.join("\n\n")}</p>`;
};
