/** The tokens of browser sessions. */
export interface SessionTokens {
  /** A new unguessable one. */
  create(): string;
  /** The stored id of a token; undefined for one that this server didn't create. */
  idOf(token: string): string | undefined;
}
