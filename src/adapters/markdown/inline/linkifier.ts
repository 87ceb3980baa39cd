import { StdUriTemplate } from "@std-uritemplate/std-uritemplate";
import { RE2JS } from "re2js";
import { type InlineState, runOf, type Token } from "../run";
import { relativeUrl, safeUrl } from "./safe-url";
import type { Pass } from "./spans";

/** A pattern with what must stand before and behind what it matches. */
const bounded = (pattern: string): string => `(^|[\\s\\x{85}\\pZ'"(,:<])(${pattern})($|[^\\pL\\pN])`;
const actual = 2;

/** By their source: realms seldom change theirs. */
const compiled = new Map<string, RE2JS | undefined>();
const mostKept = 1000;

const compile = (source: string): RE2JS | undefined => {
  if (compiled.has(source)) return compiled.get(source);
  if (compiled.size >= mostKept) compiled.clear();
  let pattern: RE2JS | undefined;
  try {
    pattern = RE2JS.compile(bounded(source));
  } catch {
    // It was checked when it was made; what isn't understood any more links nothing.
  }
  compiled.set(source, pattern);
  return pattern;
};

const longestUrl = 5000;

/** One linkifier of the realm: what its pattern matches links to what its template makes of the groups. */
const linkifierPass =
  (state: InlineState, pattern: RE2JS, urlTemplate: string, realmUrl: string): Pass =>
  (text, from) => {
    const matcher = pattern.matcher(text);
    // The sign before is looked at too.
    let next = Math.max(0, from - 1);
    while (matcher.find(next)) {
      const start = matcher.start(actual);
      const end = matcher.end(actual);
      next = Math.max(end, matcher.start(0) + 1);
      const words = matcher.group(actual) ?? "";
      if (start < from || words === "") continue;
      const groups = Object.fromEntries(
        Object.keys(pattern.namedGroups()).map((name) => [name, matcher.group(name) ?? ""]),
      );
      const safe = safeUrl(StdUriTemplate.expand(urlTemplate, groups));
      if (safe === undefined || safe.length > longestUrl) continue;
      return { start, end, tokens: () => [linkToken(state, relativeUrl(safe, realmUrl), words)] };
    }
    return undefined;
  };

const linkToken = (state: InlineState, href: string, words: string): Token => {
  const token = new state.Token("link", "a", 0);
  token.attrs = [["href", href]];
  token.content = words;
  const text = new state.Token("text", "", 0);
  text.content = words;
  token.children = [text];
  return token;
};

/** The realm's linkifiers in their order, each over what those before it left. */
export const linkifierPasses = (state: InlineState): readonly Pass[] => {
  const { context, realmUrl } = runOf(state);
  const { linkifiers } = context;
  return linkifiers.flatMap(({ pattern: source, urlTemplate }) => {
    const pattern = compile(source);
    return pattern ? [linkifierPass(state, pattern, urlTemplate, realmUrl)] : [];
  });
};
