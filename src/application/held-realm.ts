import type { RealmState } from "../domain/realm-state";
import { estimatedBytes } from "../domain/state/estimated-bytes";

/** A realm's state in memory, and what is known of it there. */
export interface HeldRealm {
  state: RealmState;
  /** The newest states by position, for whoever read storage at one of them. */
  readonly recent: RealmState[];
  catchingUp: Promise<void> | undefined;
  /** Unix milliseconds. */
  lastUsedAt: number;
  /** About what the state took when it was last weighed. */
  bytes: number;
  weighedAt: number;
}

/** A realm that was just read, at a time in Unix milliseconds. */
export const heldAt = (state: RealmState, now: number): HeldRealm => ({
  state,
  recent: [],
  catchingUp: undefined,
  lastUsedAt: now,
  bytes: estimatedBytes(state),
  weighedAt: state.position,
});
