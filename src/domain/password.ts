/**
 * What holds for passwords everywhere: lengths in code points, how many guesses one must withstand, and how many
 * earlier ones are remembered. Organizations may ask for more.
 */
export const passwordLimits = {
  shortest: 8,
  longest: 100,
  leastGuesses: 10_000,
  mostGuesses: 1_000_000_000_000,
  mostRemembered: 10,
} as const;
