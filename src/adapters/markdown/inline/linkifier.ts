import { StdUriTemplate } from "@std-uritemplate/std-uritemplate";
import { MatcherInput, RE2JS } from "re2js";
import { templateWork } from "../../../domain/linkifiers/linkifier";
import { CountedText } from "../../../domain/text/matching-work";
import { type InlineState, placeholder, renderingOf, type Token } from "../rendering/rendering";
import { relativeUrl, safeUrl } from "./safe-url";
import type { Match, Pass } from "./spans";

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

/** The first match at or after a position that becomes a link. */
const findLink = (
  state: InlineState,
  { pattern, urlTemplate }: { readonly pattern: RE2JS; readonly urlTemplate: string },
  text: string,
  from: number,
): Match | undefined => {
  const { linkifierWork, realmUrl } = renderingOf(state);
  const names = Object.keys(pattern.namedGroups());
  const counted = new CountedText(text, linkifierWork);
  const matcher = pattern.matcher(MatcherInput.utf16(counted));
  const finding = pattern.programSize();
  const readingGroups = finding * pattern.groupCount();
  // The pattern also matches the character before.
  let next = Math.max(0, from - 1);
  counted.weight = finding;
  while (matcher.find(next)) {
    counted.weight = readingGroups;
    const start = matcher.start(patternGroup);
    const end = matcher.end(patternGroup);
    counted.weight = finding;
    next = Math.max(end, matcher.start(0) + 1);
    const words = matcher.group(patternGroup) ?? "";
    // A link can't contain what was read before: formulas, code, other links.
    if (start < from || words === "" || words.includes(placeholder)) continue;
    const groups = Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? ""]));
    linkifierWork.spend(templateWork(urlTemplate, groups));
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

/** The realm's linkifiers in order, each applied to the text the earlier ones left, until their work is spent. */
export const linkifierPasses = (state: InlineState): readonly Pass[] => {
  const { context, linkifierWork } = renderingOf(state);
  return context.linkifiers.flatMap(({ pattern: source, urlTemplate }) => {
    const pattern = compile(source);
    if (pattern === undefined) return [];
    return [
      (text, from) => linkifierWork.within(() => findLink(state, { pattern, urlTemplate }, text, from)),
    ];
  });
};
