import * as t from "io-ts";
import type { Codec } from "../codec/codec";

/**
 * A set of ids as stored: the ascending ids, or a bitmap from id 0 with six bits a character, whichever is
 * shorter. It takes at most a sixth of a character for each id up to the greatest.
 */
export type CompactIds = readonly number[] | string;

const isCompactIds = (value: unknown): value is CompactIds => typeof value === "string" || idList.is(value);
const idList = t.readonlyArray(t.number);

export const compactIdsCodec: Codec<CompactIds> = new t.Type<CompactIds, unknown>(
  "ids",
  isCompactIds,
  (value, context) => (typeof value === "string" ? t.success(value) : idList.validate(value, context)),
  t.identity,
);

/** The character for six bits. */
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const bitsInSign = 6;

const asBits = (ids: readonly number[]): string => {
  const values = new Uint8Array(Math.floor((ids.at(-1) ?? 0) / bitsInSign) + 1);
  for (const id of ids) {
    const place = Math.floor(id / bitsInSign);
    values[place] = (values[place] ?? 0) | (1 << (id % bitsInSign));
  }
  return [...values].map((value) => signs[value]).join("");
};

/** Whether a list of the ids takes more characters than that, without its brackets. */
const takesMoreThan = (length: number, ids: readonly number[]): boolean => {
  let taken = -1;
  for (const id of ids) {
    taken += String(id).length + 1;
    if (taken > length) return true;
  }
  return false;
};

/** Takes distinct ids in any order. */
export const compactIds = (ids: readonly number[]): CompactIds => {
  const ascending = ids.toSorted((a, b) => a - b);
  const bitsLength = (ascending.at(-1) ?? 0) / bitsInSign + 1;
  return takesMoreThan(bitsLength, ascending) ? asBits(ascending) : ascending;
};

export const idsIn = (ids: CompactIds): readonly number[] =>
  typeof ids === "string"
    ? Array.from({ length: ids.length * bitsInSign }, (_, id) => id).filter((id) => hasId(ids, id))
    : ids;

export const hasId = (ids: CompactIds, id: number): boolean => {
  if (typeof ids === "string") {
    const value = signs.indexOf(ids.charAt(Math.floor(id / bitsInSign)) || "A");
    return ((value >> (id % bitsInSign)) & 1) === 1;
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
