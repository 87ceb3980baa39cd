/** A use of an API key. */
export interface ApiKeyUse {
  /** Unix milliseconds, give or take an hour. */
  readonly usedAt: number;
  /** What the program calls itself. */
  readonly client: string;
  readonly network: string;
}

/** Remembers the last use of each API key. */
export interface ApiKeyUses {
  /** Notes a use of a user's key at its version, in the place of an earlier one. */
  note(realmId: number, userId: number, version: number, use: ApiKeyUse): Promise<void>;
  /** Undefined for a key that was never used at this version. */
  last(realmId: number, userId: number, version: number): Promise<ApiKeyUse | undefined>;
}
