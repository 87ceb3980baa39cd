import { estimatedBytes } from "../../domain/state/estimated-bytes";
import type { RealmState } from "../../domain/state/realm-state";
import type { PastStates } from "./past-states";

/** A realm's state in memory, with its bookkeeping. */
export interface CachedRealm {
  state: RealmState;
  /** The newest states by position, for reads of storage at one of them. */
  readonly recent: RealmState[];
  /** Older ones. */
  past: PastStates;
  catchingUp: Promise<void> | undefined;
  /** Unix milliseconds. */
  lastUsedAt: number;
  /** The state's estimated size when it was last measured. */
  bytes: number;
  weighedAt: number;
}

/** A freshly loaded realm, at a time in Unix milliseconds. */
export const cachedAt = (state: RealmState, past: PastStates, now: number): CachedRealm => ({
  state,
  recent: [],
  past,
  catchingUp: undefined,
  lastUsedAt: now,
  bytes: estimatedBytes(state),
  weighedAt: state.position,
});
