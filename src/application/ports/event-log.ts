import type { LoggedEvent } from "../../domain/event";
import type { StateChange } from "../../domain/state/state-change";

/** The realm's committed events, in order. */
export interface EventLog {
  /** Events after a position, ascending, at most `limit`. */
  after(realmId: number, position: number, limit: number): Promise<readonly LoggedEvent[]>;
  /**
   * For the events after a position and up to another that changed the realm's state, what takes each back; ascending,
   * at most `limit`.
   */
  undosAfter(
    realmId: number,
    position: number,
    upTo: number,
    limit: number,
  ): Promise<readonly (readonly StateChange[])[]>;
  /** The position of the newest event, 0 before the first. */
  head(realmId: number): Promise<number>;
  /** The heads of many realms, by one question. A realm without events isn't in the answer. */
  heads(realmIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Forgets events up to a position that were logged before a time in Unix milliseconds. */
  forget(realmId: number, upTo: number, loggedBefore: number): Promise<void>;
  /** The position up to which events have been forgotten, 0 if none. */
  forgotten(realmId: number): Promise<number>;
}
