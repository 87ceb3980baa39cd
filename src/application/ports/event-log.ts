import type { Either } from "fp-ts/Either";
import type { LoggedEvent } from "../../domain/event";
import type { UnreadableAt } from "../../domain/event-codec";
import type { StateChange } from "../../domain/state/state-change";

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
   * For the events after a position and up to another that changed the realm's state, what takes each back; ascending,
   * at most `limit`. Undefined where one can't be read.
   */
  undosAfter(
    realmId: number,
    position: number,
    upTo: number,
    limit: number,
  ): Promise<readonly (readonly StateChange[])[] | undefined>;
  /** The position of the newest event, 0 before the first. */
  head(realmId: number): Promise<number>;
  /** Forgets events up to a position that were logged before a time in Unix milliseconds. */
  forget(realmId: number, upTo: number, loggedBefore: number): Promise<void>;
  /** The position up to which events have been forgotten, 0 if none. */
  forgotten(realmId: number): Promise<number>;
}
