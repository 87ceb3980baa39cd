/** What proves that people are who they say. Never part of an event. */
export interface CredentialReader {
  passwordHash(realmId: number, userId: number): Promise<string | undefined>;
}

export interface CredentialWriter {
  /** Ends the user's sessions too. */
  setPasswordHash(realmId: number, userId: number, hash: string): Promise<void>;
}
