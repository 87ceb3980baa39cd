import { IdMap } from "./id-map";

const base = 16_777_619;
/** Ascending; a hash occurs once for each word that has it. */
type Hashes = readonly number[];

/**
 * Finds which of many words occur in a text, in time that depends on their lengths but not on their number. It is persistent: a
 * change costs what the changed words cost, because anybody may change theirs, and nobody should wait for everyone's. It knows
 * hashes of words; whoever holds the words decides whether a part of the text is one of them. Hashes only save look-ups, so an
 * attacker gains nothing from many words with equal hashes.
 */
export class WordIndex {
  static readonly empty = new WordIndex(IdMap.empty(), []);

  private constructor(
    private readonly buckets: IdMap<number, Hashes>,
    /** How many words there are by length, in UTF-16 units. */
    private readonly lengths: readonly number[],
  ) {}

  /** Each word, and whether it is in the index from now on. A word must be added and removed once only. */
  changed(words: Iterable<readonly [word: string, isAdded: boolean]>): WordIndex {
    const fresh = new Map<number, number[]>();
    const lengths = [...this.lengths];
    for (const [word, isAdded] of words) {
      const { length } = word;
      if (length === 0) continue;
      while (lengths.length <= length) lengths.push(0);
      lengths[length] = (lengths[length] ?? 0) + (isAdded ? 1 : -1);
      const hash = prefixHashes(word)[length] ?? 0;
      const bucket = bucketOf(hash);
      const hashes = fresh.get(bucket) ?? [...(this.buckets.get(bucket) ?? [])];
      fresh.set(bucket, hashes);
      hashes.splice(placeIn(hashes, hash), isAdded ? 0 : 1, ...(isAdded ? [hash] : []));
    }
    if (fresh.size === 0) return this;
    const changes = [...fresh].map(
      ([bucket, hashes]) => [bucket, hashes.length === 0 ? undefined : hashes] as const,
    );
    return new WordIndex(this.buckets.changed(changes), lengths);
  }

  /** The words that the text contains. */
  wordsIn(text: string, isWord: (part: string) => boolean): ReadonlySet<string> {
    const found = new Set<string>();
    if (this.buckets.size === 0) return found;
    const hashes = prefixHashes(text);
    const longest = Math.min(text.length, this.lengths.length - 1);
    for (let length = 1; length <= longest; length += 1) {
      if (this.lengths[length] === 0) continue;
      const power = powerOf(length);
      for (let end = length; end <= text.length; end += 1) {
        const hash = ((hashes[end] ?? 0) - Math.imul(hashes[end - length] ?? 0, power)) | 0;
        const bucket = this.buckets.get(bucketOf(hash));
        if (bucket === undefined || bucket[placeIn(bucket, hash)] !== hash) continue;
        const part = text.slice(end - length, end);
        if (isWord(part)) found.add(part);
      }
    }
    return found;
  }
}

/** The hash's bucket, of 32,768: short words have small hashes, and should be in different ones. */
const bucketOf = (hash: number): number => Math.imul(hash, -1_640_531_535) >>> 17;

/** The index of the first hash that isn't below this one. */
const placeIn = (hashes: Hashes, hash: number): number => {
  let [low, high] = [0, hashes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hashes[middle] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  return low;
};

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
