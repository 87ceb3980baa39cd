import { foldCase } from "../../../domain/text/fold-case";
import type { Rendering } from "../rendering/rendering";

const mayPrecede: ReadonlySet<string> = new Set([..." \n(\".,';[*`>"]);
const mayFollow: ReadonlySet<string> = new Set([..." \n)?:.,';]!*`"]);

/**
 * Records the alert words that occur as whole words in the text, ignoring case. Code blocks have already been removed
 * from the text.
 */
export const findAlertWords = (text: string, { context, alertWords }: Rendering): void => {
  if (context.alertWords.length === 0) return;
  const folded = foldCase(text);
  for (const word of context.alertWords) {
    if (word === "") continue;
    for (let start = folded.indexOf(word); start !== -1; start = folded.indexOf(word, start + 1)) {
      const before = folded[start - 1];
      const after = folded[start + word.length];
      const isWord =
        (before === undefined || mayPrecede.has(before)) && (after === undefined || mayFollow.has(after));
      if (isWord) {
        alertWords.add(word);
        break;
      }
    }
  }
};
