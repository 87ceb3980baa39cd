import { type InlineRule, type InlineState, renderingOf } from "../rendering/rendering";
import { codeIn } from "./code";
import { relativeUrl, safeUrl } from "./safe-url";

/** The closing bracket of each opening bracket, by position. Brackets in code don't count. */
const bracketsOf = (state: InlineState): ReadonlyMap<number, number> => {
  const source = state.src;
  const code = codeIn(state);
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index];
    if (character === "[") open.push(index);
    else if (character === "]") {
      const start = open.pop();
      if (start !== undefined) ends.set(start, index);
    } else if (character === "`") index = (code.get(index)?.end ?? index + 1) - 1;
  }
  return ends;
};

const cache = new WeakMap<InlineState, ReadonlyMap<number, number>>();

const bracketEnd = (state: InlineState): number | undefined => {
  let brackets = cache.get(state);
  if (brackets === undefined) {
    brackets = bracketsOf(state);
    cache.set(state, brackets);
  }
  return brackets.get(state.pos);
};

/** The target of a link, and the end of its source text. */
export interface Destination {
  readonly url: string;
  readonly title: string | undefined;
  readonly end: number;
}

const inAngles = /\(\s*<([^<>]*)>\s*(?:('[^']*'|"[^"]*")\s*)?\)/y;

/** The position of the closing parenthesis, from `start` on. */
const closingParenthesis = (source: string, start: number): number | undefined => {
  let depth = 1;
  for (let index = start; index < source.length; index += 1) {
    if (source[index] === "(") depth += 1;
    else if (source[index] === ")") depth -= 1;
    if (depth === 0) return index;
  }
  return undefined;
};

const titled = /([^'"()]*(?:\([^'"()]*\)[^'"()]*)*)(['"])(.*?)\2\s*\)/sy;

/** `(url)`, `(<url>)`, `(url "title")`. */
const destinationAt = (source: string, start: number): Destination | undefined => {
  if (source[start] !== "(") return undefined;
  inAngles.lastIndex = start;
  const angled = inAngles.exec(source);
  if (angled !== null) {
    const [whole, url = "", title] = angled;
    return { url: url.trim(), title: title?.slice(1, -1), end: start + whole.length };
  }
  titled.lastIndex = start + 1;
  const withTitle = titled.exec(source);
  if (withTitle !== null) {
    const [whole, url = "", , title = ""] = withTitle;
    return { url: url.trim(), title: title.replace(/\s/g, " "), end: start + 1 + whole.length };
  }
  const end = closingParenthesis(source, start + 1);
  return end === undefined
    ? undefined
    : { url: source.slice(start + 1, end).trim(), title: undefined, end: end + 1 };
};

/** The bracketed text at the current position, with the destination after it. */
export const bracketed = (state: InlineState): ({ readonly text: string } & Destination) | undefined => {
  const end = bracketEnd(state);
  if (end === undefined) return undefined;
  const destination = destinationAt(state.src, end + 1);
  return destination && { text: state.src.slice(state.pos + 1, end), ...destination };
};

/** `[text](url "title")`. */
export const linkRule: InlineRule = (state) => {
  const rendering = renderingOf(state);
  if (state.src[state.pos] !== "[" || state.src[state.pos - 1] === "!" || rendering.isInLink) return false;
  const found = bracketed(state);
  const safe = found && safeUrl(found.url);
  if (found === undefined || safe === undefined) return false;
  const href = relativeUrl(safe, rendering.realmUrl);
  putLink(state, href, found.text.trim() === "" ? href : found.text, found.title);
  state.pos = found.end;
  return true;
};

/** Adds a link token. Its text may contain code, mentions and math, but no links. */
export const putLink = (state: InlineState, href: string, text: string, title?: string): void => {
  const rendering = renderingOf(state);
  const token = state.push("link", "a", 0);
  token.attrs = [["href", href]];
  if (title !== undefined) token.attrs.push(["title", title]);
  token.content = text;
  token.children = [];
  rendering.isInLink = true;
  state.md.inline.parse(text, state.md, state.env, token.children);
  rendering.isInLink = false;
};
