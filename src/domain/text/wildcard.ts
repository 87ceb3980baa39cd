/** One part of a pattern: any text, any character, or one of a set. */
type Part = { readonly kind: "any" } | { readonly kind: "one"; matches(character: string): boolean };

const partsOf = (pattern: string): readonly Part[] => {
  const parts: Part[] = [];
  const lastBracket = pattern.lastIndexOf("]");
  for (let at = 0; at < pattern.length; ) {
    const end = pattern[at] === "[" ? setEnd(pattern, at, lastBracket) : undefined;
    const piece =
      end === undefined ? String.fromCodePoint(pattern.codePointAt(at) ?? 0) : pattern.slice(at, end);
    at += piece.length;
    if (end !== undefined) parts.push(setOf(piece));
    else if (piece === "*") parts.push({ kind: "any" });
    else if (piece === "?") parts.push({ kind: "one", matches: () => true });
    else parts.push({ kind: "one", matches: (character) => character === piece });
  }
  return parts;
};

/** The index after the set that begins here; undefined if it isn't closed. A bracket may be the first of its members. */
const setEnd = (pattern: string, at: number, lastBracket: number): number | undefined => {
  const first = pattern[at + 1] === "!" ? at + 2 : at + 1;
  if (first > lastBracket) return undefined;
  const isMember = pattern[first] === "]" && first < lastBracket;
  return pattern.indexOf("]", isMember ? first + 1 : first) + 1;
};

/** `[abc]`, `[a-z]`, `[!abc]`. */
const setOf = (piece: string): Part => {
  const isNegated = piece.startsWith("[!");
  const characters = [...piece.slice(isNegated ? 2 : 1, -1)];
  const isIn = (character: string): boolean =>
    characters.some((one, index) => {
      const [dash, end] = [characters[index + 1], characters[index + 2]];
      if (dash === "-" && end !== undefined) return one <= character && character <= end;
      return one === character;
    });
  return { kind: "one", matches: (character) => isIn(character) !== isNegated };
};

/**
 * Whether a text matches a shell pattern with `*`, `?` and `[...]`. Runs in time proportional to the product of both
 * lengths.
 */
export const matchesWildcard = (text: string, pattern: string): boolean => {
  const [characters, parts] = [[...text], partsOf(pattern)];
  let [at, next] = [0, 0];
  let [star, resumeAt] = [-1, 0];
  while (at < characters.length) {
    const part = parts[next];
    if (part?.kind === "any") {
      star = next;
      resumeAt = at;
      next += 1;
    } else if (part?.kind === "one" && part.matches(characters[at] ?? "")) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      resumeAt += 1;
      at = resumeAt;
      next = star + 1;
    } else return false;
  }
  return parts.slice(next).every(({ kind }) => kind === "any");
};
