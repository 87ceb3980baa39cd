/** A login with only the first factor proved. */
export interface HalfLogin {
  /** Proves for a few minutes that the first factor was proved. */
  readonly token: string;
  readonly hasApp: boolean;
  /** The options for asking the browser for a passkey; undefined if the user has none. */
  readonly passkeyOptions: string | undefined;
}
