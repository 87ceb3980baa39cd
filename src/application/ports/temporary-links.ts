/** Tokens that let whoever has them read one thing for a short time. */
export interface TemporaryLinks {
  /** A token for the subject until a time in Unix milliseconds: letters, digits, `-` and `_`. */
  tokenFor(subject: string, until: number): string;
  /** What the token was made for, if it was made here and holds at this time. */
  subjectOf(token: string, now: number): string | undefined;
}
