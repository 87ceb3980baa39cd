import type { Presence } from "../../domain/presence";

/** Keeps presence through restarts: written now and then, never with each report. */
export interface PresenceStore {
  /** Everyone who was here since a time in Unix milliseconds, by user id. */
  load(realmId: number, since: number): Promise<ReadonlyMap<number, Presence>>;
  /** Of any number of realms. A later time wins over an earlier one, whoever writes last. */
  save(presences: readonly SavedPresence[]): Promise<void>;
}

/** When a user was here, and whose user it is. */
export interface SavedPresence {
  readonly realmId: number;
  readonly userId: number;
  readonly presence: Presence;
}
