import type { Either } from "fp-ts/Either";
import type { LoggedEvent } from "../../../domain/events/event";
import type { UnreadableAt } from "../../../domain/events/event-codec";
import type { RealmId } from "../../../domain/ids";
import type { StateChange } from "../../../domain/state/state-change";

/** The part of a realm's log that nobody needs any more. */
export interface PassedLog {
  readonly realmId: RealmId;
  /** The last position that every queue has passed. */
  readonly upTo: number;
}

/** Bytes of events or undos, as JSON, after which a page of them ends. */
export const enoughEvents = 1_000_000;

/** What reverts a state-changing event. */
export interface Undo {
  readonly position: number;
  readonly changes: readonly StateChange[];
  /** Characters of its JSON. */
  readonly length: number;
}

/** The realm's committed events, in order. */
export interface EventLog {
  /**
   * At most `limit` events after a position, ascending, up to the first that this version can't read. Left if
   * the very next one is unreadable. Long events end the page early, after at least one: together they take
   * `enoughEvents` and the event that passes that.
   */
  after(
    realmId: RealmId,
    position: number,
    limit: number,
  ): Promise<Either<UnreadableAt, readonly LoggedEvent[]>>;
  /**
   * At most `limit` undos of state-changing events in (position, upTo], descending. Left if one is unreadable. Long undos end
   * the page early, as events do.
   */
  undos(
    realmId: RealmId,
    position: number,
    upTo: number,
    limit: number,
  ): Promise<Either<"unreadable", readonly Undo[]>>;
  /** The position of the newest event, 0 before the first. */
  head(realmId: RealmId): Promise<number>;
  /** The heads of many realms, in one query. Realms without events are left out. */
  heads(realmIds: readonly RealmId[]): Promise<ReadonlyMap<RealmId, number>>;
  /** Prunes passed events of a few realms that were logged before a time in Unix milliseconds. */
  prune(logs: readonly PassedLog[], loggedBefore: number): Promise<void>;
  /** The position up to which events were pruned, 0 if none. */
  prunedUpTo(realmId: RealmId): Promise<number>;
}
