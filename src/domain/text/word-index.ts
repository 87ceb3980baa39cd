const base = 16_777_619;

/** Words of one length. The hashes only save look-ups, so an attacker gains nothing from many words with equal hashes. */
interface WordsOfLength {
  readonly words: Set<string>;
  readonly hashes: Set<number>;
}

/** Finds which of many words occur in a text, in time that depends on their lengths but not on their number. */
export class WordIndex {
  /** By length in UTF-16 units. */
  private readonly byLength = new Map<number, WordsOfLength>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      const { length } = word;
      if (length === 0) continue;
      const ofLength = this.byLength.get(length) ?? { words: new Set(), hashes: new Set() };
      this.byLength.set(length, ofLength);
      ofLength.words.add(word);
      ofLength.hashes.add(prefixHashes(word)[length] ?? 0);
    }
  }

  /** The words that the text contains. */
  wordsIn(text: string): ReadonlySet<string> {
    const found = new Set<string>();
    if (this.byLength.size === 0) return found;
    const hashes = prefixHashes(text);
    for (const [length, ofLength] of this.byLength) {
      const power = powerOf(length);
      for (let end = length; end <= text.length; end += 1) {
        const hash = ((hashes[end] ?? 0) - Math.imul(hashes[end - length] ?? 0, power)) | 0;
        if (!ofLength.hashes.has(hash)) continue;
        const part = text.slice(end - length, end);
        if (ofLength.words.has(part)) found.add(part);
      }
    }
    return found;
  }
}

/** The hash of each beginning of a text, by its length. */
const prefixHashes = (text: string): Int32Array => {
  const hashes = new Int32Array(text.length + 1);
  for (let index = 0; index < text.length; index += 1)
    hashes[index + 1] = Math.imul(hashes[index] ?? 0, base) + text.charCodeAt(index) + 1;
  return hashes;
};

const powerOf = (length: number): number => {
  let power = 1;
  for (let count = 0; count < length; count += 1) power = Math.imul(power, base);
  return power;
};
