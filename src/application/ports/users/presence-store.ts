import type { RealmId, UserId } from "../../../domain/ids";
import type { Presence } from "../../../domain/presence/presence";

/** Stores presence across restarts: written now and then, not with each report. */
export interface PresenceStore {
  /** Everyone present since a time in Unix milliseconds, by user id. */
  load(realmId: RealmId, since: number): Promise<ReadonlyMap<UserId, Presence>>;
  /** Presences of these users, whenever they were present; without those that were never stored. */
  find(realmId: RealmId, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, Presence>>;
  /** Stores presences of any number of realms. A later time wins over an earlier one, in any order of writes. */
  save(presences: readonly SavedPresence[]): Promise<void>;
  /** Makes a stored presence no later than this, for a user who hides it. */
  lower(presence: SavedPresence): Promise<void>;
}

/** A user's presence with its realm. */
export interface SavedPresence {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly presence: Presence;
}
