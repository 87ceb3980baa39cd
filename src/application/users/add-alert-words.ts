import { changeAlertWords, foldWord } from "./internal/change-alert-words";

/** Adds alert words. A word that exists in another case keeps its first spelling. */
export const addAlertWords = changeAlertWords((before, given) => {
  const known = new Map(before.map((word) => [foldWord(word), word]));
  for (const word of given) if (!known.has(foldWord(word))) known.set(foldWord(word), word);
  return [...known.values()];
});
