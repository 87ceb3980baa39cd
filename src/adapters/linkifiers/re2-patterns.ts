import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type Matcher, MatcherInput, RE2JS, RE2JSSyntaxException } from "re2js";
import type {
  LinkifierPattern,
  LinkifierPatterns,
  PatternMatch,
} from "../../application/ports/linkifiers/linkifier-patterns";
import type { MatchedGroups } from "../../domain/linkifiers/linkifier";
import { CountedText, type MatchingWork } from "../../domain/text/matching-work";

/** Instructions in a compiled program. Matching time is proportional to it, so larger programs are refused. */
const largestProgram = 5_000;
/** UTF-16 units. Compiling a longer pattern, or one with more classes, just to refuse it would take too long. */
const longestPattern = 10_000;
const tooLarge = "pattern too large - compile failed";

/** RE2's own error messages for problems that the port words differently. */
const re2Messages: Readonly<Record<string, string>> = {
  "missing closing )": "missing )",
  "missing closing ]": "missing ]",
  "invalid nested repetition operator": "bad repetition operator",
  "missing argument to repetition operator": "no argument for repetition operator",
  "invalid repeat count": "invalid repetition size",
  "invalid or unsupported Perl syntax": "invalid perl operator",
  "invalid named capture": "invalid named capture group",
  "duplicate capture group name": "invalid named capture group",
  "trailing backslash at end of expression": "trailing \\",
  "expression too large": tooLarge,
  "expression nests too deeply": tooLarge,
};

const problemOf = ({ error: kind, input }: RE2JSSyntaxException): string => {
  const message = re2Messages[kind] ?? kind;
  return input && message !== tooLarge ? `${message}: ${input}` : message;
};

const compile = (source: string): E.Either<string, RE2JS> => {
  try {
    const compiled = RE2JS.compile(source);
    return compiled.programSize() > largestProgram ? E.left(tooLarge) : E.right(compiled);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return E.left(problemOf(error));
    throw error;
  }
};

const before = "^|\\s|\\x{0085}|\\pZ|['\"(,:<]";
const after = "$|[^\\pL\\pN]";

const groupsOf = (matcher: Matcher, names: readonly string[]): MatchedGroups =>
  Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? undefined]));

/** The capture group of the pattern itself, between the required contexts before and after it. */
const patternGroup = 2;

const findAll = (
  pattern: RE2JS,
  names: readonly string[],
  text: string,
  work: MatchingWork,
): readonly PatternMatch[] => {
  const found: PatternMatch[] = [];
  const counted = new CountedText(text, work);
  const matcher = pattern.matcher(MatcherInput.utf16(counted));
  const finding = pattern.programSize();
  const readingGroups = finding * pattern.groupCount();
  work.within(() => {
    counted.weight = finding;
    for (let at = 0; at < text.length && matcher.find(at); ) {
      counted.weight = readingGroups;
      const [start, end] = [matcher.start(patternGroup), matcher.end(patternGroup)];
      counted.weight = finding;
      if (end > start) found.push({ start, text: text.slice(start, end), groups: groupsOf(matcher, names) });
      // The character after one match may be the one before the next. Empty matches must still advance.
      at = Math.max(end, at + 1);
    }
  });
  return found;
};

/** Classes of letters and signs of all scripts have hundreds of ranges. One takes as long to compile as these instructions. */
const classWeight = 10;
const unicodeClass = /\\[pP]/;
const mostClasses = 500;

const compilePattern = (source: string): E.Either<string, LinkifierPattern> => {
  const classes = source.split(unicodeClass).length - 1;
  if (source.length > longestPattern || classes > mostClasses) return E.left(tooLarge);
  return pipe(
    E.Do,
    E.bind("plain", () => compile(source)),
    E.bind("bounded", () => compileBounded(source)),
    E.map(({ plain, bounded }) => {
      const groupNames = Object.keys(plain.namedGroups());
      return {
        groupNames,
        instructions: plain.programSize() + classWeight * classes,
        search: (text) => {
          const matcher = plain.matcher(text);
          return matcher.find() ? groupsOf(matcher, groupNames) : undefined;
        },
        findAll: (text, work) => findAll(bounded, groupNames, text, work),
      };
    }),
  );
};

const compileBounded = (source: string) =>
  pipe(
    compile(`(${before})(${source})(${after})`),
    // A \Q without \E would quote the suffix too.
    E.mapLeft((problem) => (problem === tooLarge ? tooLarge : `missing \\E: ${source}`)),
  );

/** Compiled patterns by source: compiling takes much longer than matching, and all changes compile all patterns. */
const compiled = new Map<string, E.Either<string, LinkifierPattern>>();
const cacheLimit = 1000;

/**
 * Linkifier patterns by RE2 in JavaScript. Refuses what RE2 can't run in linear time: lookaround and back references.
 */
export const re2Patterns: LinkifierPatterns = {
  compile: (source) => {
    const known = compiled.get(source);
    if (known) return known;
    if (compiled.size >= cacheLimit) compiled.clear();
    const result = compilePattern(source);
    compiled.set(source, result);
    return result;
  },
};
