/** Estimates how hard a password is to guess. */
export interface PasswordStrength {
  /** The estimated number of guesses for an attacker who knows some words about its owner. */
  guessesFor(password: string, known: readonly string[]): Promise<number>;
}
