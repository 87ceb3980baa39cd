/** Slots per word, so that most words are in the first slot that is checked. */
const slotsPerWord = 1.5;

/** FNV-1a. */
const hashOf = (word: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/**
 * The ranks of a list's words, from 1 on, in a few typed arrays: a quarter of a million words take 8 MB, instead of 30 MB as
 * keys of objects. A repeated word keeps its last rank.
 */
export class WordRanks {
  readonly longest: number;
  /** All words, one after another. */
  private readonly letters: Uint16Array;
  /** Where each word ends. */
  private readonly ends: Uint32Array;
  /** A hash table of ranks; 0 in an empty slot. */
  private readonly slots: Uint32Array;

  constructor(words: readonly string[]) {
    this.longest = words.reduce((most, { length }) => Math.max(most, length), 0);
    this.letters = new Uint16Array(words.reduce((sum, { length }) => sum + length, 0));
    this.ends = new Uint32Array(words.length);
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(words.length * slotsPerWord + 1)));
    let end = 0;
    for (const [index, word] of words.entries()) {
      for (let at = 0; at < word.length; at += 1) this.letters[end + at] = word.charCodeAt(at);
      end += word.length;
      this.ends[index] = end;
      this.slots[this.slotOf(word)] = index + 1;
    }
  }

  rankOf(word: string): number | undefined {
    return this.slots[this.slotOf(word)] || undefined;
  }

  /** The slot that holds the word, or the empty one where it would be. */
  private slotOf(word: string): number {
    const last = this.slots.length - 1;
    let slot = hashOf(word) & last;
    for (let rank = this.slots[slot] ?? 0; rank !== 0 && !this.isAt(rank, word); rank = this.slots[slot] ?? 0)
      slot = (slot + 1) & last;
    return slot;
  }

  private isAt(rank: number, word: string): boolean {
    const first = rank > 1 ? (this.ends[rank - 2] ?? 0) : 0;
    if ((this.ends[rank - 1] ?? 0) - first !== word.length) return false;
    for (let at = 0; at < word.length; at += 1)
      if (this.letters[first + at] !== word.charCodeAt(at)) return false;
    return true;
  }
}
