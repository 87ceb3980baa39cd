import { StdUriTemplate } from "@std-uritemplate/std-uritemplate";
import { RE2JS } from "re2js";
import { type InlineState, runOf, type Token } from "../rendering/run";
import { relativeUrl, safeUrl } from "./safe-url";
import type { Pass } from "./spans";

/** Wraps a pattern in the required contexts before and after a match. */
const bounded = (pattern: string): string => `(^|[\\s\\x{85}\\pZ'"(,:<])(${pattern})($|[^\\pL\\pN])`;
/** The capture group of the pattern itself. */
const patternGroup = 2;

/** Compiled patterns by source; undefined for invalid ones. */
const compiled = new Map<string, RE2JS | undefined>();
const cacheLimit = 1000;

const compile = (source: string): RE2JS | undefined => {
  if (compiled.has(source)) return compiled.get(source);
  if (compiled.size >= cacheLimit) compiled.clear();
  let pattern: RE2JS | undefined;
  try {
    pattern = RE2JS.compile(bounded(source));
  } catch {
    // Patterns are checked when they are added. One that this engine no longer understands links nothing.
  }
  compiled.set(source, pattern);
  return pattern;
};

const longestUrl = 5000;

/** One linkifier: links matches of its pattern to the URL its template expands to. */
const linkifierPass =
  (state: InlineState, pattern: RE2JS, urlTemplate: string, realmUrl: string): Pass =>
  (text, from) => {
    const matcher = pattern.matcher(text);
    // The pattern also matches the character before.
    let next = Math.max(0, from - 1);
    while (matcher.find(next)) {
      const start = matcher.start(patternGroup);
      const end = matcher.end(patternGroup);
      next = Math.max(end, matcher.start(0) + 1);
      const words = matcher.group(patternGroup) ?? "";
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

/** The realm's linkifiers in order, each applied to the text the earlier ones left. */
export const linkifierPasses = (state: InlineState): readonly Pass[] => {
  const { context, realmUrl } = runOf(state);
  const { linkifiers } = context;
  return linkifiers.flatMap(({ pattern: source, urlTemplate }) => {
    const pattern = compile(source);
    return pattern ? [linkifierPass(state, pattern, urlTemplate, realmUrl)] : [];
  });
};
