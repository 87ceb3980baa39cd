/**
 * The text in lower case, letter by letter, as PostgreSQL's `lower` has it: texts that differ in nothing but case fold to
 * the same one. JavaScript by itself looks at what is around a letter: "ΟΔΟΣ" would end in another sigma than "οδοσ".
 */
export const foldCase = (text: string): string =>
  text.replaceAll("Σ", "σ").replaceAll("İ", "i").toLowerCase();

/** Whether texts differ in nothing but case. */
export const sameButCase = (one: string, other: string): boolean => foldCase(one) === foldCase(other);
