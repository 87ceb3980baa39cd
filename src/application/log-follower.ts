import type { LogStep } from "../domain/state/log-step";

/** Hears of every event of the realms held here. */
export interface LogFollower {
  /** Called once for each event in log order, as soon as this node knows of it. */
  follow?(realmId: number, step: LogStep): void;
  /** Called after a run of events was followed. */
  settle?(): void;
  /** Called when the state jumps past events that the follower will not see. */
  passedOver?(realmId: number): void;
  /** Called before the realm is read into memory: what happens from now on concerns this node. */
  hold?(realmId: number): void;
  /** Whether the realm must stay in memory. */
  needs?(realmId: number): boolean;
  /** The realm is no longer held here, or could not be read: what was kept of it can go. */
  release?(realmId: number): void;
}
