import { foldCase } from "./fold-case";
import { withoutIgnorable } from "./invisible";

/**
 * The key under which a name is unique. It is the same for accents as one character or several, for wide and mathematical
 * letters, for any spaces and either case, with or without joiners and selectors.
 */
export const nameKey = (name: string): string =>
  foldCase(withoutIgnorable(name.normalize("NFKC")))
    .replace(/\s+/g, " ")
    .trim();

/** Whether two names look alike, so that only one thing may have either of them. */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
