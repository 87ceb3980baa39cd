/** A login with only the first factor proved. */
export interface HalfLogin {
  /** Proves for some minutes that the first factor was proved. */
  readonly token: string;
  readonly hasApp: boolean;
  /** The options for asking the browser for a passkey; undefined if the user has none. */
  readonly passkeyOptions: string | undefined;
}
