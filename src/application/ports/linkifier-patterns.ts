import type { Either } from "fp-ts/Either";
import type { MatchedGroups } from "../../domain/linkifier";

/** Where a text has a pattern, in UTF-16 units. */
export interface PatternMatch {
  readonly start: number;
  readonly text: string;
  readonly groups: MatchedGroups;
}

/** A pattern made ready to run. */
export interface LinkifierPattern {
  readonly groupNames: readonly string[];
  /** The groups of the first match, wherever it is; undefined without any. */
  search(text: string): MatchedGroups | undefined;
  /**
   * The matches from left to right, as linkifiers count them: at the beginning of the text or after white space or
   * one of `'"(,:<`, and with no letter or digit behind.
   */
  findAll(text: string): readonly PatternMatch[];
}

/** Runs the patterns that administrators write, in time linear in the text whatever they wrote. */
export interface LinkifierPatterns {
  /** Fails with what is wrong with the pattern, for people. */
  compile(pattern: string): Either<string, LinkifierPattern>;
}
