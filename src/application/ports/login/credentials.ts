import type { RealmId, UserId } from "../../../domain/ids";
import type { SecondFactor } from "../../../domain/second-factors/second-factor";

/** Reads stored credentials. They are never part of an event. */
export interface CredentialReader {
  passwordHash(realmId: RealmId, userId: UserId): Promise<string | undefined>;
  /** Hashes of the user's remembered passwords, at most `limit`, the current one first. */
  lastPasswordHashes(realmId: RealmId, userId: UserId, limit: number): Promise<readonly string[]>;
  /** The user's second factors, the oldest first. */
  secondFactors(realmId: RealmId, userId: UserId): Promise<readonly SecondFactor[]>;
  /** Number of the user's unused recovery codes. */
  recoveryCodes(realmId: RealmId, userId: UserId): Promise<number>;
  /** The user's token at a video call provider, sealed. */
  callToken(realmId: RealmId, userId: UserId, provider: string): Promise<string | undefined>;
}
