/** What one part of a pattern matches: any text, any sign, or one of some signs. */
type Part = { readonly kind: "any" } | { readonly kind: "one"; matches(sign: string): boolean };

const partsOf = (pattern: string): readonly Part[] => {
  const parts: Part[] = [];
  for (const [piece] of pattern.matchAll(/\[!?\]?[^\]]*\]|[\s\S]/gu)) {
    if (piece === "*") parts.push({ kind: "any" });
    else if (piece === "?") parts.push({ kind: "one", matches: () => true });
    else if ([...piece].length > 1) parts.push(setOf(piece));
    else parts.push({ kind: "one", matches: (sign) => sign === piece });
  }
  return parts;
};

/** `[abc]`, `[a-z]`, `[!abc]`. */
const setOf = (piece: string): Part => {
  const isNegated = piece.startsWith("[!");
  const signs = [...piece.slice(isNegated ? 2 : 1, -1)];
  const isIn = (sign: string): boolean =>
    signs.some((one, index) => {
      const [dash, end] = [signs[index + 1], signs[index + 2]];
      if (dash === "-" && end !== undefined) return one <= sign && sign <= end;
      return one === sign;
    });
  return { kind: "one", matches: (sign) => isIn(sign) !== isNegated };
};

/** Whether a text is of a pattern as shells have them: `*`, `?` and `[...]`. In time that grows with both, not more. */
export const matchesWildcard = (text: string, pattern: string): boolean => {
  const [signs, parts] = [[...text], partsOf(pattern)];
  let [at, next] = [0, 0];
  let [star, resumeAt] = [-1, 0];
  while (at < signs.length) {
    const part = parts[next];
    if (part?.kind === "any") {
      star = next;
      resumeAt = at;
      next += 1;
    } else if (part?.kind === "one" && part.matches(signs[at] ?? "")) {
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
