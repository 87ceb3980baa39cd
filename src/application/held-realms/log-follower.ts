import type { RealmId } from "../../domain/ids";
import type { LogStep } from "../../domain/state/log-step";

/** Receives every event of the realms in memory. */
export interface LogFollower {
  /** Called once for each event in log order, as soon as this node knows it. */
  follow?(realmId: RealmId, step: LogStep): void;
  /** Called after a run of events. */
  settle?(): void;
  /** Called when the state jumps past events that the follower will not see. */
  passedOver?(realmId: RealmId): void;
  /** Called before the realm is loaded: from now on its events concern this node. */
  hold?(realmId: RealmId): void;
  /** Whether the realm must stay in memory. */
  needs?(realmId: RealmId): boolean;
  /** Called when the realm leaves memory or could not be loaded, so that data about it can be dropped. */
  release?(realmId: RealmId): void;
}
