/** Tokens that let anyone read one thing for a short time. */
export interface TemporaryLinks {
  /** A token for the subject until a time in Unix milliseconds: letters, digits, `-` and `_`. */
  tokenFor(subject: string, until: number): string;
  /** The token's subject, if this server created it and it is still valid. */
  subjectOf(token: string, now: number): string | undefined;
}
