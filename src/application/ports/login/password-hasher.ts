/** A memory-hard one-way hash for passwords. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long for a missing hash as for a wrong password. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}
