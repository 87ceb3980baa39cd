import type { RealmEvent } from "../events/event";
import type { RealmState } from "./realm-state";

/**
 * One event at its log position, with the realm just before and just after it. The realm after it decides who
 * may receive the event; the realm before it shows what is new to them.
 */
export interface LogStep {
  readonly position: number;
  readonly before: RealmState;
  readonly event: RealmEvent;
  readonly after: RealmState;
}
