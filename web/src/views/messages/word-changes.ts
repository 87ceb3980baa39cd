/** What happened to some words between two texts. */
export interface WordChange {
  readonly kind: "kept" | "inserted" | "deleted";
  readonly text: string;
}

/** Texts are compared word by word up to this many pairs of words; longer ones as a whole. */
const mostPairs = 4_000_000;

export const wordsOf = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}\p{M}_]+|./gsu) ?? [];

const commonStart = (before: readonly string[], after: readonly string[]): number => {
  let count = 0;
  while (count < before.length && count < after.length && before[count] === after[count]) count += 1;
  return count;
};

/** The lengths of the longest common subsequences of all pairs of ends. */
const commonLengths = (before: readonly string[], after: readonly string[]): Uint32Array => {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  return lengths;
};

const all = (kind: WordChange["kind"], words: readonly string[]): readonly WordChange[] =>
  words.map((text) => ({ kind, text }));

const changedWords = (before: readonly string[], after: readonly string[]): readonly WordChange[] => {
  if (before.length * after.length > mostPairs) return [...all("deleted", before), ...all("inserted", after)];
  const lengths = commonLengths(before, after);
  const width = after.length + 1;
  const changes: WordChange[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, now] = [before[i], after[j]];
    if (old !== undefined && old === now) {
      changes.push({ kind: "kept", text: old });
      i += 1;
      j += 1;
    } else if (
      old !== undefined &&
      (now === undefined || (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
    ) {
      changes.push({ kind: "deleted", text: old });
      i += 1;
    } else if (now !== undefined) {
      changes.push({ kind: "inserted", text: now });
      j += 1;
    }
  }
  return changes;
};

/** The words of two texts in order: what stayed, what is new, and what is gone. */
export const wordChanges = (before: readonly string[], after: readonly string[]): readonly WordChange[] => {
  const start = commonStart(before, after);
  const [oldRest, newRest] = [before.slice(start), after.slice(start)];
  const end = commonStart(oldRest.toReversed(), newRest.toReversed());
  return [
    ...all("kept", before.slice(0, start)),
    ...changedWords(oldRest.slice(0, oldRest.length - end), newRest.slice(0, newRest.length - end)),
    ...all("kept", newRest.slice(newRest.length - end)),
  ];
};
