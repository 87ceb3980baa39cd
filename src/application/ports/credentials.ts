/** What proves that people are who they say. Never part of an event. */
export interface CredentialReader {
  passwordHash(realmId: number, userId: number): Promise<string | undefined>;
  /** What the user identifies with at a provider of video calls, sealed. */
  callToken(realmId: number, userId: number, provider: string): Promise<string | undefined>;
}
