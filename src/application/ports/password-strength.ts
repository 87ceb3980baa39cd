/** How hard a password is to guess. */
export interface PasswordStrength {
  /** About how many tries a guesser needs who knows some words about its owner. */
  guessesFor(password: string, known: readonly string[]): Promise<number>;
}
