import type { ChannelId, RealmId } from "../../../domain/ids";
import type { PassedLog } from "../events/event-log";

/** A channel, or all direct conversations of a realm, whose oldest message has expired. */
export interface ExpiredPlace {
  readonly realmId: RealmId;
  readonly place: number | "direct";
}

/** A channel of some realm. */
export interface ChannelPlace {
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
  passedLogs(loggedBefore: number, after: number, limit: number): Promise<readonly PassedLog[]>;
  /**
   * At most `limit` places whose oldest message, at a time in Unix milliseconds, exceeds the retention of its
   * channel or realm: beyond the given place, realm by realm, direct conversations first.
   */
  expiredPlaces(
    now: number,
    after: ExpiredPlace | undefined,
    limit: number,
  ): Promise<readonly ExpiredPlace[]>;
  /**
   * At most `limit` channels marked as active, created before a time in Unix seconds and without a message
   * since: beyond the given one, by realm and id.
   */
  quietChannels(
    since: number,
    after: ChannelPlace | undefined,
    limit: number,
  ): Promise<readonly ChannelPlace[]>;
  /**
   * At most `limit` active realms with an id above `after`, ascending, that have a channel for server
   * announcements and last announced an earlier update than this.
   */
  behindOnUpdates(update: number, after: number, limit: number): Promise<readonly number[]>;
  /** The first realm with an id above `after` that has a message rendered by an older version. */
  nextToRender(version: number, after: number): Promise<number | undefined>;
  /**
   * The first realm with an id above `after` that has an orphan uploaded before a time in Unix milliseconds.
   */
  nextWithOrphans(uploadedBefore: number, after: number): Promise<number | undefined>;
}
