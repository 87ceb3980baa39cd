/** A browser in which somebody is logged in. */
export interface Session {
  /** What is stored in place of the token: the token can't be told from it. */
  readonly id: string;
  readonly userId: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds, give or take a minute. */
  readonly lastSeenAt: number;
  /** What the browser calls itself. */
  readonly browser: string;
  readonly remoteAddress: string;
  /** Whether it was begun with a second factor too. */
  readonly hasBoth: boolean;
}

/** Keeps sessions. A user's sessions end with a new password and with the account, in the same commit. */
export interface SessionStore {
  add(realmId: number, session: Session): Promise<void>;
  find(realmId: number, id: string): Promise<Session | undefined>;
  /** The one that was seen last first. */
  of(realmId: number, userId: number): Promise<readonly Session[]>;
  touch(realmId: number, id: string, lastSeenAt: number): Promise<void>;
  remove(realmId: number, userId: number, ids: readonly string[]): Promise<void>;
  /** Drops those that nobody used since a time in Unix milliseconds, in whatever realm, at most `limit`; says how many. */
  removeIdle(seenBefore: number, limit: number): Promise<number>;
}
