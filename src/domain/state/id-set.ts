import {
  type Block,
  BlockDraft,
  bitOf,
  bitsInWord,
  blockIndexOf,
  countBits,
  emptyBlock,
  idsInBlock,
  idsInBlocks,
  indexIn,
  wordIn,
  wordPlace,
} from "./id-blocks";

/** Only ids of the set's kind were put into its blocks. */
const idsIn = idsInBlocks as <Id extends number>(...blocks: Parameters<typeof idsInBlocks>) => readonly Id[];

/** Sets of at most this many ids store them one by one; larger ones store bits. */
const mostSingle = 16;
const nothing: readonly never[] = [];

/**
 * An immutable set of ids in ascending order. Ids of a realm count from 1, so a large set consists of bits in
 * blocks: a change copies one block however large the set is, and ten thousand ids take three kilobytes.
 */
export class IdSet<Id extends number = number> implements ReadonlySet<Id> {
  static readonly empty = new IdSet<never>(0, nothing, nothing, []);

  /** The result of the last `minus`. */
  #difference: { readonly other: IdSet<Id>; readonly left: IdSet<Id> } | undefined;

  /** Equal sets have equal representations: the size alone determines which of the two forms is used. */
  private constructor(
    readonly size: number,
    /** The ids of a small set. */
    private readonly singles: readonly Id[],
    /** The indexes of a large set's blocks, ascending. No block is empty. */
    private readonly blockIndexes: readonly number[],
    private readonly blocks: readonly Block[],
  ) {}

  /** Takes ids in any order; repeats count once. */
  static of<Id extends number>(ids: Iterable<Id>): IdSet<Id> {
    const empty: IdSet<Id> = IdSet.empty;
    const draft = new BlockDraft(empty);
    for (const id of ids) draft.put(id, true);
    return empty.replaced(draft.blocks, draft.size);
  }

  /** The set of an immutable list, such as an event's. Cached, because one list is often asked for several times. */
  static ofList<Id extends number>(ids: readonly Id[]): IdSet<Id> {
    const found = (ofLists.get(ids) as IdSet<Id> | undefined) ?? IdSet.of(ids);
    ofLists.set(ids, found);
    return found;
  }

  /** The ids that are in any of the sets. */
  static union<Id extends number>(sets: readonly IdSet<Id>[]): IdSet<Id> {
    const empty: IdSet<Id> = IdSet.empty;
    const [first = empty, ...others] = new Set(sets.filter(({ size }) => size > 0));
    if (others.length === 0) return first;
    const joined = new Map<number, number[]>();
    const blockFor = (blockIndex: number): number[] => {
      const known = joined.get(blockIndex) ?? [...emptyBlock];
      joined.set(blockIndex, known);
      return known;
    };
    for (const { singles, blockIndexes, blocks } of [first, ...others]) {
      for (const id of singles) {
        const block = blockFor(blockIndexOf(id));
        block[wordPlace(id)] = wordIn(block, id) | bitOf(id);
      }
      blocks.forEach((block, index) => {
        const union = blockFor(blockIndexes[index] ?? 0);
        for (let at = 0; at < block.length; at += 1) union[at] = (union[at] ?? 0) | (block[at] ?? 0);
      });
    }
    let size = 0;
    for (const block of joined.values()) size += countBits(block);
    return empty.replaced(joined, size);
  }

  /** Takes few ids, ascending. */
  private static ofSingles<Id extends number>(ids: readonly Id[]): IdSet<Id> {
    return ids.length === 0 ? IdSet.empty : new IdSet<Id>(ids.length, ids, nothing, []);
  }

  has(id: Id): boolean {
    if (this.size <= mostSingle) return this.singles.includes(id);
    const block = this.blocks[indexIn(this.blockIndexes, blockIndexOf(id))];
    return block !== undefined && (wordIn(block, id) & bitOf(id)) !== 0;
  }

  with(id: Id): IdSet<Id> {
    if (this.size >= mostSingle) return this.changed([[id, true]]);
    if (this.singles.includes(id)) return this;
    const index = this.singles.findIndex((single) => single > id);
    return IdSet.ofSingles(this.singles.toSpliced(index < 0 ? this.size : index, 0, id));
  }

  without(id: Id): IdSet<Id> {
    if (this.size > mostSingle) return this.changed([[id, false]]);
    const left = this.singles.filter((one) => one !== id);
    return left.length === this.size ? this : IdSet.ofSingles(left);
  }

  /** Applies many changes at once: true adds an id, false removes it. The last change of an id wins. */
  changed(members: Iterable<readonly [id: Id, isMember: boolean]>): IdSet<Id> {
    const draft = new BlockDraft(this);
    for (const [id, isMember] of members) draft.put(id, isMember);
    return this.replaced(draft.blocks, draft.size);
  }

  /**
   * The ids that aren't in the other set. Caches the last answer: most sets are asked again before either
   * changes.
   */
  minus(other: IdSet<Id>): IdSet<Id> {
    if (this.size === 0 || other.size === 0) return this;
    if (this.#difference?.other !== other) this.#difference = { other, left: this.difference(other) };
    return this.#difference.left;
  }

  /** Whether the other set has the same ids. */
  equals(other: IdSet<Id>): boolean {
    return this === other || (this.size === other.size && this.difference(other).size === 0);
  }

  /** The ids that are in the other set too. */
  and(other: IdSet<Id>): IdSet<Id> {
    if (this === other) return this;
    if (this.size > other.size) return other.and(this);
    if (this.size <= mostSingle) return IdSet.ofSingles(this.singles.filter((id) => other.has(id)));
    const common = new Map<number, Block>();
    let size = 0;
    this.blockIndexes.forEach((blockIndex, index) => {
      const theirs = other.blockAt(blockIndex);
      const block = this.blocks[index]?.map((word, at) => word & (theirs?.[at] ?? 0)) ?? emptyBlock;
      common.set(blockIndex, block);
      size += countBits(block);
    });
    return size === this.size ? this : this.replaced(common, size);
  }

  private difference(other: IdSet<Id>): IdSet<Id> {
    if (this.size <= mostSingle) {
      const left = this.singles.filter((id) => !other.has(id));
      return left.length === this.size ? this : IdSet.ofSingles(left);
    }
    const fresh = new Map<number, number[]>();
    let size = this.size;
    for (const blockIndex of this.blockIndexes) {
      const [ours, theirs] = [this.blockAt(blockIndex) ?? emptyBlock, other.blockAt(blockIndex)];
      const common = theirs === undefined ? 0 : countBits(ours.map((word, at) => word & (theirs[at] ?? 0)));
      if (common === 0) continue;
      fresh.set(
        blockIndex,
        ours.map((word, at) => word & ~(theirs?.[at] ?? 0)),
      );
      size -= common;
    }
    return this.replaced(fresh, size);
  }

  forEach(visit: (id: Id, same: Id, set: ReadonlySet<Id>) => void): void {
    for (const id of this.list()) visit(id, id, this);
  }

  *entries(): SetIterator<[Id, Id]> {
    for (const id of this.list()) yield [id, id];
  }

  keys(): SetIterator<Id> {
    return this.values();
  }

  values(): SetIterator<Id> {
    return this.list().values();
  }

  [Symbol.iterator](): SetIterator<Id> {
    return this.values();
  }

  /** The bits of the ids from `blockIndex * 1024` on; undefined for an empty block. */
  blockAt(blockIndex: number): Block | undefined {
    if (this.size > mostSingle) return this.blocks[indexIn(this.blockIndexes, blockIndex)];
    const ids = this.singles.filter((id) => blockIndexOf(id) === blockIndex);
    if (ids.length === 0) return undefined;
    const block = [...emptyBlock];
    for (const id of ids) block[wordPlace(id)] = wordIn(block, id) | bitOf(id);
    return block;
  }

  get greatest(): number {
    if (this.size <= mostSingle) return this.singles.at(-1) ?? 0;
    const first = (this.blockIndexes.at(-1) ?? 0) * idsInBlock;
    const block = this.blocks.at(-1) ?? emptyBlock;
    const at = block.findLastIndex((word) => word !== 0);
    return first + at * bitsInWord + bitsInWord - 1 - Math.clz32(block[at] ?? 0);
  }

  /** The set as a bitmap: 32 ids per number, from 0 to the greatest id. */
  get words(): readonly number[] {
    const last = Math.floor(this.greatest / idsInBlock);
    return Array.from({ length: last + 1 }, (_, blockIndex) => this.blockAt(blockIndex) ?? emptyBlock).flat();
  }

  private list(): readonly Id[] {
    return this.size <= mostSingle ? this.singles : idsIn<Id>(this.blockIndexes, this.blocks);
  }

  /** The set with some blocks replaced. */
  private replaced(fresh: ReadonlyMap<number, Block>, size: number): IdSet<Id> {
    if (fresh.size === 0) return this;
    if (size === 0) return IdSet.empty;
    const known = this.size > mostSingle ? this.blockIndexes : this.singles.map((id) => blockIndexOf(id));
    const all = [...new Set([...known, ...fresh.keys()])].sort((a, b) => a - b);
    const blocks = all.map((blockIndex) => fresh.get(blockIndex) ?? this.blockAt(blockIndex) ?? emptyBlock);
    if (size <= mostSingle) return IdSet.ofSingles(idsIn<Id>(all, blocks));
    const isLeft = blocks.map((block) => block.some((word) => word !== 0));
    return new IdSet<Id>(
      size,
      nothing,
      all.filter((_, index) => isLeft[index]),
      blocks.filter((_, index) => isLeft[index]),
    );
  }
}

const ofLists = new WeakMap<readonly number[], IdSet>();
