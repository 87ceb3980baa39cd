/** Creates unguessable values. */
export interface RandomTokens {
  /** A UUID, version 4. */
  uuid(): string;
  /** A password that a person can type, of about 80 bits. */
  password(): string;
}
