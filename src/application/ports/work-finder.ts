import type { PassedLog } from "./event-log";

/** A channel, or all direct conversations of a realm, whose oldest message has had its time. */
export interface ExpiredPlace {
  readonly realmId: number;
  readonly place: number | "direct";
}

/** A channel of some realm. */
export interface ChannelPlace {
  readonly realmId: number;
  readonly channelId: number;
}

/**
 * Finds the realms that time has brought work to, each by an index that holds little else. An answer only says where
 * to look: whoever does the work decides it anew.
 */
export interface WorkFinder {
  /**
   * Logs whose oldest event is passed and from before a time in Unix milliseconds, of realms with an id above
   * `after`, ascending, at most `limit`.
   */
  passedLogs(loggedBefore: number, after: number, limit: number): Promise<readonly PassedLog[]>;
  /**
   * Places whose oldest message is older, at a time in Unix milliseconds, than their channel or realm keeps
   * messages: those beyond the one given, realm by realm, direct conversations first, at most `limit`.
   */
  expiredPlaces(
    now: number,
    after: ExpiredPlace | undefined,
    limit: number,
  ): Promise<readonly ExpiredPlace[]>;
  /**
   * Channels that count as active and have no message from a time in Unix seconds or later, though they were made
   * before it: those beyond the one given, by realm and id, at most `limit`.
   */
  quietChannels(
    since: number,
    after: ChannelPlace | undefined,
    limit: number,
  ): Promise<readonly ChannelPlace[]>;
  /**
   * Active realms with an id above `after` that have a channel for news of the server, and were told of less than
   * this update: ascending, at most `limit`.
   */
  behindOnUpdates(update: number, after: number, limit: number): Promise<readonly number[]>;
  /** The first realm with an id above `after` that has a message of a renderer older than the version. */
  nextToRender(version: number, after: number): Promise<number | undefined>;
  /** The first realm with an id above `after` that has an orphan from before a time in Unix milliseconds. */
  nextWithOrphans(uploadedBefore: number, after: number): Promise<number | undefined>;
}
