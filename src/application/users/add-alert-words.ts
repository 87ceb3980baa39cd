import { foldCase } from "../../domain/text/fold-case";
import { changeAlertWords } from "./internal/change-alert-words";

/** Adds alert words. A word that exists in another case keeps its first spelling. */
export const addAlertWords = changeAlertWords((before, added) => {
  const known = new Map(before.map((word) => [foldCase(word), word]));
  for (const word of added) if (!known.has(foldCase(word))) known.set(foldCase(word), word);
  return [...known.values()];
});
