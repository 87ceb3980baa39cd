/** Time-based codes of authenticator apps. RFC 6238: six digits, thirty seconds. */
export interface OneTimeCodes {
  /** A new unguessable secret, in the form that users type into an app. */
  newSecret(): string;
  /** The time step of the code, near a time in Unix milliseconds; undefined for a wrong code. */
  stepOf(secret: string, code: string, now: number): number | undefined;
  /** The URI that an app scans: the secret, its issuer and account. */
  uriOf(secret: string, issuer: string, account: string): string;
}
