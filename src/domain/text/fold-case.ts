/**
 * Lower case, letter by letter, as PostgreSQL's `lower` does it, so that texts differing only in case fold to the
 * same string. JavaScript's `toLowerCase` depends on context: it ends "ΟΔΟΣ" with a different sigma than "οδοσ".
 */
export const foldCase = (text: string): string =>
  text.replaceAll("Σ", "σ").replaceAll("İ", "i").toLowerCase();

/** Whether two texts are equal except for case. */
export const sameButCase = (one: string, other: string): boolean => foldCase(one) === foldCase(other);
