/**
 * Limits of passwords in every organization: lengths in code points, guesses that one must withstand, and earlier
 * ones remembered. Organizations may ask for more.
 */
export const passwordLimits = {
  shortest: 8,
  longest: 100,
  leastGuesses: 10_000,
  mostGuesses: 1_000_000_000_000,
  mostRemembered: 10,
} as const;
