/** Codes that an app shows and that change with time. RFC 6238: six digits, thirty seconds. */
export interface OneTimeCodes {
  /** A new secret, which nobody can guess, as people type it into an app. */
  newSecret(): string;
  /** The time step whose code this is, near a time in Unix milliseconds; undefined for a wrong code. */
  stepOf(secret: string, code: string, now: number): number | undefined;
  /** What an app reads from a picture: the secret, and whose it is. */
  uriOf(secret: string, issuer: string, account: string): string;
}
