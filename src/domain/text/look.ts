import { foldCase } from "./fold-case";

/**
 * The look of a name, however it is written: with accents as one character or several, with wide or mathematical letters, any
 * spaces, either case.
 */
export const lookOf = (name: string): string => foldCase(name.normalize("NFKC")).replace(/\s+/g, " ").trim();

/** Whether two names look alike, so that only one thing may have either of them. */
export const sameLook = (one: string, other: string): boolean => lookOf(one) === lookOf(other);
