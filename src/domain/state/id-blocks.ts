/** A block holds a bit for each of this many consecutive ids. */
export const idsInBlock = 1024;
export const bitsInWord = 32;
const wordsInBlock = idsInBlock / bitsInWord;

/** 32 words of 32 bits. */
export type Block = readonly number[];
export const emptyBlock: Block = Array.from({ length: wordsInBlock }, () => 0);

/** The index of the block that has the id. */
export const blockIndexOf = (id: number): number => Math.floor(id / idsInBlock);
/** The position of an id's word in its block. */
export const wordPlace = (id: number): number => Math.floor((id % idsInBlock) / bitsInWord);
/** The word of a block that has the id's bit. */
export const wordIn = (block: Block, id: number): number => block[wordPlace(id)] ?? 0;
/** The id's bit in its word. */
export const bitOf = (id: number): number => 1 << (id % bitsInWord);

/** The number's index in an ascending list, or -1. */
export const indexIn = (list: readonly number[], number: number): number => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return list[low] === number ? low : -1;
};

/** Adds up the bits of a word in pairs, then in fours, then in bytes. */
const bitsIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** The number of ids in a block. */
export const countBits = (words: Block): number => {
  let count = 0;
  for (const word of words) count += bitsIn(word);
  return count;
};

/** The ids whose bits are set, ascending. */
export const idsInBlocks = (blockIndexes: readonly number[], blocks: readonly Block[]): readonly number[] => {
  const ids: number[] = [];
  blocks.forEach((block, index) => {
    const first = (blockIndexes[index] ?? 0) * idsInBlock;
    for (let at = 0; at < block.length; at += 1)
      for (let word = block[at] ?? 0; word !== 0; word &= word - 1)
        ids.push(first + at * bitsInWord + 31 - Math.clz32(word & -word));
  });
  return ids;
};

/** A set of ids by its blocks. */
interface Blocks {
  readonly size: number;
  blockAt(blockIndex: number): Block | undefined;
}

/** The blocks of a set under change: copies those that the changes touch. */
export class BlockDraft {
  readonly blocks = new Map<number, number[]>();
  size: number;
  /** The block of the last change: the next one is usually in the same block. */
  private blockIndex = -1;
  private block: Block = emptyBlock;
  private copy: number[] | undefined;

  constructor(private readonly set: Blocks) {
    this.size = set.size;
  }

  put(id: number, isMember: boolean): void {
    const blockIndex = blockIndexOf(id);
    if (blockIndex !== this.blockIndex) this.openBlock(blockIndex);
    const word = wordIn(this.copy ?? this.block, id);
    if (((word & bitOf(id)) !== 0) === isMember) return;
    if (this.copy === undefined) {
      this.copy = [...this.block];
      this.blocks.set(blockIndex, this.copy);
    }
    this.copy[wordPlace(id)] = word ^ bitOf(id);
    this.size += isMember ? 1 : -1;
  }

  private openBlock(blockIndex: number): void {
    this.blockIndex = blockIndex;
    this.copy = this.blocks.get(blockIndex);
    this.block = this.copy ?? this.set.blockAt(blockIndex) ?? emptyBlock;
  }
}
