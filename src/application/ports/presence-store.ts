import type { Presence } from "../../domain/presence";

/** Keeps presence through restarts: written now and then, never with each report. */
export interface PresenceStore {
  /** Everyone who was here since a time in Unix milliseconds, by user id. */
  load(realmId: number, since: number): Promise<ReadonlyMap<number, Presence>>;
  /** A later time wins over an earlier one, whoever writes last. */
  save(realmId: number, presences: ReadonlyMap<number, Presence>): Promise<void>;
}
