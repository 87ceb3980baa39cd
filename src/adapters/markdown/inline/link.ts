import { type InlineRule, type InlineState, runOf } from "../run";
import { codeIn } from "./code";
import { relativeUrl, safeUrl } from "./safe-url";

/** Where the bracket ends that opens at each place; code may hold brackets of its own. */
const bracketsOf = (state: InlineState): ReadonlyMap<number, number> => {
  const source = state.src;
  const code = codeIn(state);
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let place = 0; place < source.length; place += 1) {
    const sign = source[place];
    if (sign === "[") open.push(place);
    else if (sign === "]") {
      const start = open.pop();
      if (start !== undefined) ends.set(start, place);
    } else if (sign === "`") place = (code.get(place)?.end ?? place + 1) - 1;
  }
  return ends;
};

const known = new WeakMap<InlineState, ReadonlyMap<number, number>>();

const bracketEnd = (state: InlineState): number | undefined => {
  let brackets = known.get(state);
  if (brackets === undefined) {
    brackets = bracketsOf(state);
    known.set(state, brackets);
  }
  return brackets.get(state.pos);
};

/** Where a link leads, and where in the source that ends. */
export interface Destination {
  readonly url: string;
  readonly title: string | undefined;
  readonly end: number;
}

const inAngles = /\(\s*<([^<>]*)>\s*(?:('[^']*'|"[^"]*")\s*)?\)/y;

/** The place of the parenthesis that closes, from `start` on. */
const closingParenthesis = (source: string, start: number): number | undefined => {
  let depth = 1;
  for (let place = start; place < source.length; place += 1) {
    if (source[place] === "(") depth += 1;
    else if (source[place] === ")") depth -= 1;
    if (depth === 0) return place;
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

/** What stands in brackets at the state's place, and the destination behind it. */
export const bracketed = (state: InlineState): ({ readonly text: string } & Destination) | undefined => {
  const end = bracketEnd(state);
  if (end === undefined) return undefined;
  const destination = destinationAt(state.src, end + 1);
  return destination && { text: state.src.slice(state.pos + 1, end), ...destination };
};

/** `[text](url "title")`. */
export const linkRule: InlineRule = (state) => {
  const run = runOf(state);
  if (state.src[state.pos] !== "[" || state.src[state.pos - 1] === "!" || run.isInLink) return false;
  const found = bracketed(state);
  const safe = found && safeUrl(found.url);
  if (found === undefined || safe === undefined) return false;
  const href = relativeUrl(safe, run.realmUrl);
  putLink(state, href, found.text.trim() === "" ? href : found.text, found.title);
  state.pos = found.end;
  return true;
};

/** Puts a link; what it shows may hold code, mentions and math, and no further links. */
export const putLink = (state: InlineState, href: string, text: string, title?: string): void => {
  const run = runOf(state);
  const token = state.push("link", "a", 0);
  token.attrs = [["href", href]];
  if (title !== undefined) token.attrs.push(["title", title]);
  token.content = text;
  token.children = [];
  run.isInLink = true;
  state.md.inline.parse(text, state.md, state.env, token.children);
  run.isInLink = false;
};
