import type { ChannelId, RealmId } from "../../../domain/ids";
import type { PassedLog } from "../events/event-log";

/** A channel, or all direct conversations of a realm, whose oldest message has expired. */
export interface ExpiredScope {
  readonly realmId: RealmId;
  readonly scope: ChannelId | "direct";
}

/** A channel of some realm. */
export interface ChannelOfRealm {
  readonly realmId: RealmId;
  readonly channelId: ChannelId;
}

/**
 * Finds realms with work that is due, each kind by an index that holds little else. An answer only says where
 * to look: the work itself decides again.
 */
export interface WorkFinder {
  /**
   * At most `limit` logs of realms with an id above `after`, ascending, whose oldest event is passed and was
   * logged before a time in Unix milliseconds.
   */
  passedLogs(loggedBefore: number, after: RealmId, limit: number): Promise<readonly PassedLog[]>;
  /**
   * At most `limit` places whose oldest message, at a time in Unix milliseconds, exceeds the retention of its
   * channel or realm: beyond the given place, realm by realm, direct conversations first.
   */
  expiredScopes(
    now: number,
    after: ExpiredScope | undefined,
    limit: number,
  ): Promise<readonly ExpiredScope[]>;
  /**
   * At most `limit` channels marked as active, created before a time in Unix seconds and without a message
   * since: beyond the given one, by realm and id.
   */
  quietChannels(
    since: number,
    after: ChannelOfRealm | undefined,
    limit: number,
  ): Promise<readonly ChannelOfRealm[]>;
  /**
   * At most `limit` active realms with an id above `after`, ascending, that have a channel for server
   * announcements and last announced an earlier update than this.
   */
  behindOnUpdates(update: number, after: RealmId, limit: number): Promise<readonly RealmId[]>;
  /** The first realm with an id above `after` that has a message rendered by an older version. */
  nextToRender(version: number, after: RealmId): Promise<RealmId | undefined>;
  /**
   * The first realm with an id above `after` that has an orphan uploaded before a time in Unix milliseconds.
   */
  nextWithOrphans(uploadedBefore: number, after: RealmId): Promise<RealmId | undefined>;
}
