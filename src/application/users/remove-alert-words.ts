import { foldCase } from "../../domain/text/fold-case";
import { changeAlertWords } from "./internal/change-alert-words";

/** Removes alert words. Returns the remaining ones. */
export const removeAlertWords = changeAlertWords((before, removed) => {
  const gone = new Set(removed.map(foldCase));
  return before.filter((word) => !gone.has(foldCase(word)));
});
