import type { Either } from "fp-ts/Either";
import type { MatchedGroups } from "../../../domain/linkifiers/linkifier";
import type { MatchingWork } from "../../../domain/text/matching-work";

/** The place of a match, in UTF-16 units. */
export interface PatternMatch {
  readonly start: number;
  readonly text: string;
  readonly groups: MatchedGroups;
}

/** A compiled pattern. */
export interface LinkifierPattern {
  readonly groupNames: readonly string[];
  /** Instructions of the compiled pattern. The time to compile it and to read a character is proportional to them. */
  readonly instructions: number;
  /** The groups of the first match anywhere; undefined if there is none. */
  search(text: string): MatchedGroups | undefined;
  /**
   * The matches from left to right, as linkifiers count them: at the beginning of the text or after white
   * space or one of `'"(,:<`, and not followed by a letter or digit. Ends when the work is spent.
   */
  findAll(text: string, work: MatchingWork): readonly PatternMatch[];
}

/** Runs administrators' patterns in time linear in the text, whatever the pattern. */
export interface LinkifierPatterns {
  /** Fails with a description of the pattern's problem, for people. */
  compile(pattern: string): Either<string, LinkifierPattern>;
}
