import type { SecondFactor } from "../../domain/second-factor";

/** What proves that people are who they say. Never part of an event. */
export interface CredentialReader {
  passwordHash(realmId: number, userId: number): Promise<string | undefined>;
  /** Hashes of the user's last passwords, as far as they are remembered: the present one first, so many at most. */
  lastPasswordHashes(realmId: number, userId: number, limit: number): Promise<readonly string[]>;
  /** What the user logs in with besides the password, the oldest first. */
  secondFactors(realmId: number, userId: number): Promise<readonly SecondFactor[]>;
  /** How many recovery codes the user has left. */
  recoveryCodes(realmId: number, userId: number): Promise<number>;
  /** What the user identifies with at a provider of video calls, sealed. */
  callToken(realmId: number, userId: number, provider: string): Promise<string | undefined>;
}
