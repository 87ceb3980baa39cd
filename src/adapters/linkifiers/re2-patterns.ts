import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type Matcher, RE2JS, RE2JSSyntaxException } from "re2js";
import type {
  LinkifierPattern,
  LinkifierPatterns,
  PatternMatch,
} from "../../application/ports/linkifier-patterns";
import type { MatchedGroups } from "../../domain/linkifier";

/** In instructions. Matching takes time in proportion to it, so what is larger isn't run. */
const largestProgram = 5_000;
/** In UTF-16 units: what could be a large program only takes long to find out. */
const longestPattern = 10_000;
const tooLarge = "pattern too large - compile failed";

/** What RE2 itself calls the problems that its port has other words for. */
const words: Readonly<Record<string, string>> = {
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
  const word = words[kind] ?? kind;
  return input && word !== tooLarge ? `${word}: ${input}` : word;
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

/** The number of the group that stands for the pattern itself, between what must be before and after it. */
const own = 2;

const findAll = (pattern: RE2JS, names: readonly string[], text: string): readonly PatternMatch[] => {
  const found: PatternMatch[] = [];
  const matcher = pattern.matcher(text);
  for (let at = 0; at < text.length && matcher.find(at); ) {
    const [start, end] = [matcher.start(own), matcher.end(own)];
    if (end > start) found.push({ start, text: text.slice(start, end), groups: groupsOf(matcher, names) });
    // What is behind one match may be before the next. An empty match must not be found for ever.
    at = Math.max(end, at + 1);
  }
  return found;
};

/** RE2 in JavaScript: what it can't run in linear time (lookaround, back references), it doesn't take. */
export const re2Patterns: LinkifierPatterns = {
  compile: (source): Either<string, LinkifierPattern> => {
    if (source.length > longestPattern) return left(tooLarge);
    const plain = compile(source);
    if (isLeft(plain)) return plain;
    const bounded = compile(`(${before})(${source})(${after})`);
    // Text that is quoted to the end of the pattern would take in what is put behind it.
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
