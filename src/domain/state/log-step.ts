import type { RealmEvent } from "../event";
import type { RealmState } from "../realm-state";

/**
 * One event at its place in the log, with the realm just before and just after it. Who may hear of it is judged by the
 * realm after it; what is news to them, by the realm before it too.
 */
export interface LogStep {
  readonly position: number;
  readonly before: RealmState;
  readonly event: RealmEvent;
  readonly after: RealmState;
}
