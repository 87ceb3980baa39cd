import type { RealmId, UserId } from "../../../domain/ids";

/** A use of an API key. */
export interface ApiKeyUse {
  /** Unix milliseconds, accurate to an hour. */
  readonly usedAt: number;
  /** The client's User-Agent name. */
  readonly client: string;
  readonly network: string;
}

/** Records the last use of each API key. */
export interface ApiKeyUses {
  /** Records a use of the key with this version, replacing an earlier one. */
  note(realmId: RealmId, userId: UserId, version: number, use: ApiKeyUse): Promise<void>;
  /** Undefined for a key that was never used at this version. */
  last(realmId: RealmId, userId: UserId, version: number): Promise<ApiKeyUse | undefined>;
}
