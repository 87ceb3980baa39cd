/** What every measured message says. */
export const words = "The quick brown fox jumps over the lazy dog, and **nobody** is surprised any more.";
