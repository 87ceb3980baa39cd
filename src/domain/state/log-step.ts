import type { RealmEvent } from "../event";
import type { RealmState } from "../realm-state";

/** One event at its place in the log, with the realm just before and just after it: who may hear of it is judged by these. */
export interface LogStep {
  readonly position: number;
  readonly before: RealmState;
  readonly event: RealmEvent;
  readonly after: RealmState;
}
