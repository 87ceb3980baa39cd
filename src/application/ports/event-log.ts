import type { Either } from "fp-ts/Either";
import type { LoggedEvent } from "../../domain/event";
import type { UnreadableAt } from "../../domain/event-codec";
import type { StateChange } from "../../domain/state/state-change";

/** How much of a realm's log nobody needs any more. */
export interface PassedLog {
  readonly realmId: number;
  /** The last position that every queue has passed. */
  readonly upTo: number;
}

/** The realm's committed events, in order. */
export interface EventLog {
  /**
   * Events after a position, ascending, at most `limit`, up to the first that this version of the program can't read.
   * Left where that is the very next one.
   */
  after(
    realmId: number,
    position: number,
    limit: number,
  ): Promise<Either<UnreadableAt, readonly LoggedEvent[]>>;
  /**
   * The undo of each state-changing event in (position, upTo], ascending, at most `limit`. Undefined if one can't be
   * read.
   */
  undosAfter(
    realmId: number,
    position: number,
    upTo: number,
    limit: number,
  ): Promise<readonly (readonly StateChange[])[] | undefined>;
  /** The position of the newest event, 0 before the first. */
  head(realmId: number): Promise<number>;
  /** The heads of many realms, by one question. A realm without events isn't in the answer. */
  heads(realmIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Forgets passed events that were logged before a time in Unix milliseconds, of a few realms at once. */
  forget(logs: readonly PassedLog[], loggedBefore: number): Promise<void>;
  /** The position up to which events have been forgotten, 0 if none. */
  forgotten(realmId: number): Promise<number>;
}
