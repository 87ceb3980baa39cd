import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type Matcher, RE2JS, RE2JSSyntaxException } from "re2js";
import type {
  LinkifierPattern,
  LinkifierPatterns,
  PatternMatch,
} from "../../application/ports/linkifiers/linkifier-patterns";
import type { MatchedGroups } from "../../domain/realm/linkifier";

/** Instructions in a compiled program. Matching time is proportional to it, so larger programs are refused. */
const largestProgram = 5_000;
/** UTF-16 units. Compiling a longer pattern just to refuse it would take too long. */
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

const problemOf = (error: RE2JSSyntaxException): string => {
  const { error: kind, input } = error as unknown as { readonly error: string; readonly input?: string };
  const message = re2Messages[kind] ?? kind;
  return input && message !== tooLarge ? `${message}: ${input}` : message;
};

const compile = (source: string): Either<string, RE2JS> => {
  try {
    const compiled = RE2JS.compile(source);
    return compiled.programSize() > largestProgram ? left(tooLarge) : right(compiled);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return left(problemOf(error));
    throw error;
  }
};

const before = "^|\\s|\\x{0085}|\\pZ|['\"(,:<]";
const after = "$|[^\\pL\\pN]";

const groupsOf = (matcher: Matcher, names: readonly string[]): MatchedGroups =>
  Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? undefined]));

/** The capture group of the pattern itself, between the required contexts before and after it. */
const patternGroup = 2;

const findAll = (pattern: RE2JS, names: readonly string[], text: string): readonly PatternMatch[] => {
  const found: PatternMatch[] = [];
  const matcher = pattern.matcher(text);
  for (let at = 0; at < text.length && matcher.find(at); ) {
    const [start, end] = [matcher.start(patternGroup), matcher.end(patternGroup)];
    if (end > start) found.push({ start, text: text.slice(start, end), groups: groupsOf(matcher, names) });
    // The character after one match may be the one before the next. Empty matches must still advance.
    at = Math.max(end, at + 1);
  }
  return found;
};

/**
 * Linkifier patterns by RE2 in JavaScript. Refuses what RE2 can't run in linear time: lookaround and back references.
 */
export const re2Patterns: LinkifierPatterns = {
  compile: (source): Either<string, LinkifierPattern> => {
    if (source.length > longestPattern) return left(tooLarge);
    const plain = compile(source);
    if (isLeft(plain)) return plain;
    const bounded = compile(`(${before})(${source})(${after})`);
    // A \Q without \E would quote the suffix too.
    if (isLeft(bounded)) return left(bounded.left === tooLarge ? tooLarge : `missing \\E: ${source}`);
    const groupNames = Object.keys(plain.right.namedGroups());
    return right({
      groupNames,
      search: (text) => {
        const matcher = plain.right.matcher(text);
        return matcher.find() ? groupsOf(matcher, groupNames) : undefined;
      },
      findAll: (text) => findAll(bounded.right, groupNames, text),
    });
  },
};
