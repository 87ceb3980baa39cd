/** The tokens that browsers keep. */
export interface SessionTokens {
  /** A new one, which nobody can guess. */
  create(): string;
  /** What is stored for a token; undefined for one that this server didn't make. */
  idOf(token: string): string | undefined;
}
