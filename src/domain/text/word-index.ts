const base = 16_777_619;

/** Finds which of many words occur in a text, in time that depends on their lengths but not on their number. */
export class WordIndex {
  /** Words by the hash of their characters, by length in UTF-16 units. */
  private readonly byLength = new Map<number, Map<number, string[]>>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      const { length } = word;
      if (length === 0) continue;
      const ofLength = this.byLength.get(length) ?? new Map<number, string[]>();
      this.byLength.set(length, ofLength);
      const hash = prefixHashes(word)[length] ?? 0;
      ofLength.set(hash, [...(ofLength.get(hash) ?? []), word]);
    }
  }

  /** The words that the text contains. */
  wordsIn(text: string): ReadonlySet<string> {
    const found = new Set<string>();
    if (this.byLength.size === 0) return found;
    const hashes = prefixHashes(text);
    for (const [length, words] of this.byLength) {
      const power = powerOf(length);
      for (let end = length; end <= text.length; end += 1) {
        const hash = ((hashes[end] ?? 0) - Math.imul(hashes[end - length] ?? 0, power)) | 0;
        for (const word of words.get(hash) ?? [])
          if (!found.has(word) && text.startsWith(word, end - length)) found.add(word);
      }
    }
    return found;
  }
}

/** The hash of each beginning of a text, by its length. */
const prefixHashes = (text: string): Int32Array => {
  const hashes = new Int32Array(text.length + 1);
  for (let place = 0; place < text.length; place += 1)
    hashes[place + 1] = Math.imul(hashes[place] ?? 0, base) + text.charCodeAt(place) + 1;
  return hashes;
};

const powerOf = (length: number): number => {
  let power = 1;
  for (let count = 0; count < length; count += 1) power = Math.imul(power, base);
  return power;
};
