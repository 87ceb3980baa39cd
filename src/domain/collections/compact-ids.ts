import * as t from "io-ts";
import { anyId } from "../any-id";
import { type Codec, listOf } from "../codec/codec";

/**
 * A set of ids as stored: the ascending ids, or a bitmap from id 0 with six bits a character, whichever is
 * shorter. It takes at most a sixth of a character for each id up to the greatest.
 */
export type CompactIds = readonly number[] | string;

const isCompactIds = (value: unknown): value is CompactIds => typeof value === "string" || idList.is(value);
const idList = listOf(anyId);

export const compactIdsCodec: Codec<CompactIds> = new t.Type<CompactIds, unknown>(
  "ids",
  isCompactIds,
  (value, context) => (typeof value === "string" ? t.success(value) : idList.validate(value, context)),
  t.identity,
);

/** The character for six bits. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const bitsInCharacter = 6;
const codes = Uint8Array.from(alphabet, (character) => character.charCodeAt(0));

/** The characters for values of six bits. */
const charactersFor = (values: Uint8Array): string => ascii.decode(values.map((value) => codes[value] ?? 0));
const ascii = new TextDecoder();

const charactersUpTo = (greatest: number): number => Math.floor(greatest / bitsInCharacter) + 1;

const asBits = (ids: readonly number[]): string => {
  const values = new Uint8Array(charactersUpTo(ids.at(-1) ?? 0));
  for (const id of ids) {
    const index = Math.floor(id / bitsInCharacter);
    values[index] = (values[index] ?? 0) | (1 << (id % bitsInCharacter));
  }
  return charactersFor(values);
};

/** Whether a list of the ascending ids takes more characters than that, not counting its brackets. */
const takesMoreThan = (length: number, ids: readonly number[]): boolean => {
  let taken = -1;
  let digits = 1;
  let end = 10;
  for (const id of ids) {
    for (; id >= end; end *= 10) digits += 1;
    taken += digits + 1;
    if (taken > length) return true;
  }
  return false;
};

/** Sets of ids are ascending already. */
const ascending = (ids: readonly number[]): readonly number[] =>
  ids.every((id, index) => index === 0 || (ids[index - 1] ?? 0) < id) ? ids : ids.toSorted((a, b) => a - b);

/** Takes distinct ids in any order. */
export const compactIds = (ids: readonly number[]): CompactIds => {
  const sorted = ascending(ids);
  const bitsLength = (sorted.at(-1) ?? 0) / bitsInCharacter + 1;
  return takesMoreThan(bitsLength, sorted) ? asBits(sorted) : sorted;
};

/** A set that stores bits already, and so can be written as bits without listing its ids. */
interface BitSet extends ReadonlySet<number> {
  /** The greatest of its ids; 0 if it is empty. */
  readonly greatest: number;
  /** The set as a bitmap: 32 ids per number, from 0 to the greatest id. */
  readonly words: readonly number[];
}

const bitsInHalf = 16;
const half = 2 ** bitsInHalf - 1;

/** `compactIds` of all ids in the set, without listing them if bits are shorter. */
export const compactSet = (ids: BitSet): CompactIds => {
  const length = charactersUpTo(ids.greatest);
  // A list takes at least two characters per id.
  if (ids.size * 2 <= length + 1) return compactIds([...ids]);
  const values = new Uint8Array(length);
  let index = 0;
  let [bits, count] = [0, 0];
  // A whole word, with the bits left over from the previous one, wouldn't fit into a number.
  const add = (more: number): void => {
    bits |= more << count;
    for (count += bitsInHalf; count >= bitsInCharacter; count -= bitsInCharacter) {
      values[index] = bits & (alphabet.length - 1);
      index += 1;
      bits >>>= bitsInCharacter;
    }
  };
  for (const word of ids.words) {
    add(word & half);
    add(word >>> bitsInHalf);
  }
  if (index < length) values[index] = bits;
  return charactersFor(values);
};

const bitsAt = (ids: string, index: number): number => alphabet.indexOf(ids.charAt(index) || "A");

export const idsIn = (ids: CompactIds): readonly number[] => {
  if (typeof ids !== "string") return ids;
  const found: number[] = [];
  for (let index = 0; index < ids.length; index += 1) {
    const bits = bitsAt(ids, index);
    for (let bit = 0; bit < bitsInCharacter; bit += 1)
      if (((bits >> bit) & 1) === 1) found.push(index * bitsInCharacter + bit);
  }
  return found;
};

export const hasId = (ids: CompactIds, id: number): boolean => {
  if (typeof ids === "string") {
    const bits = bitsAt(ids, Math.floor(id / bitsInCharacter));
    return ((bits >> (id % bitsInCharacter)) & 1) === 1;
  }
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id;
};
