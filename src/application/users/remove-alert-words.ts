import { changeAlertWords, foldWord } from "./internal/change-alert-words";

/** Removes alert words. Returns the remaining ones. */
export const removeAlertWords = changeAlertWords((before, given) => {
  const gone = new Set(given.map(foldWord));
  return before.filter((word) => !gone.has(foldWord(word)));
});
