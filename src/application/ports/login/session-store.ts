import type { RealmId, UserId } from "../../../domain/ids";

/** A browser's login session. */
export interface Session {
  /** Stored in place of the token, which it doesn't reveal. */
  readonly id: string;
  readonly userId: UserId;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds, accurate to a minute. */
  readonly lastSeenAt: number;
  /** The browser's User-Agent name. */
  readonly browser: string;
  readonly remoteAddress: string;
  /** Whether it was authenticated with a second factor too. */
  readonly hasBoth: boolean;
}

/** Stores sessions. A new password, or a deactivated account, ends the user's sessions in the same commit. */
export interface SessionStore {
  add(realmId: RealmId, session: Session): Promise<void>;
  find(realmId: RealmId, id: string): Promise<Session | undefined>;
  /** The sessions with these ids; those that have ended are missing. */
  among(realmId: RealmId, ids: readonly string[]): Promise<readonly Session[]>;
  /** Most recently seen first. */
  list(realmId: RealmId, userId: UserId): Promise<readonly Session[]>;
  touch(realmId: RealmId, id: string, lastSeenAt: number): Promise<void>;
  remove(realmId: RealmId, userId: UserId, ids: readonly string[]): Promise<void>;
  /**
   * Deletes at most `limit` sessions of any realm unused since a time in Unix milliseconds; returns how many.
   */
  removeIdle(seenBefore: number, limit: number): Promise<number>;
}
