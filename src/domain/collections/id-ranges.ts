import * as t from "io-ts";
import { anyId } from "../any-id";
import { type Codec, listOf } from "../codec/codec";

/**
 * A set of message ids as sorted, disjoint, non-adjacent half-open ranges `[from, to)`. Infinity as `to`
 * means "and everything later". Read state and subscription intervals use it because a run of a million ids
 * costs as much as one.
 */
export type IdRange = readonly [from: number, to: number];
/** Ascending and non-adjacent. */
export type IdRanges = readonly IdRange[];

/** The end of a range. JSON has no infinity: an open end is written as null. */
const rangeEndCodec = new t.Type<number, unknown>(
  "number | null",
  (value): value is number => value === Number.POSITIVE_INFINITY || anyId.is(value),
  (value, context) => (value === null ? t.success(Number.POSITIVE_INFINITY) : anyId.validate(value, context)),
  (end) => (end === Number.POSITIVE_INFINITY ? null : end),
);

const pair = t.tuple([anyId, rangeEndCodec]);
const idRangeCodec = new t.Type<IdRange, unknown>("range", pair.is, pair.validate, ([start, end]) =>
  pair.encode([start, end]),
);

export const idRangesCodec: Codec<IdRanges> = listOf(idRangeCodec);

export const noIds: IdRanges = [];
/** The id and all after it. */
export const from = (id: number): IdRanges => [[id, Number.POSITIVE_INFINITY]];

/** Takes ids in any order, with repeats. */
export const ofIds = (ids: Iterable<number>): IdRanges => normalize([...ids].map((id) => [id, id + 1]));

/** The one range from the least to the greatest id; empty for no ids. */
export const hull = (ids: readonly number[]): IdRanges => {
  const [first] = ids;
  if (first === undefined) return noIds;
  let [least, greatest] = [first, first];
  for (const id of ids) {
    if (id < least) least = id;
    if (id > greatest) greatest = id;
  }
  return [[least, greatest + 1]];
};

/** Sorts, drops empty ranges and joins those that overlap or touch. */
export const normalize = (ranges: Iterable<IdRange>): IdRanges => {
  const joined: [number, number][] = [];
  for (const [start, end] of [...ranges].filter(([a, b]) => a < b).sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
};

/** The ids in either. */
export const union = (a: IdRanges, b: IdRanges): IdRanges => normalize([...a, ...b]);

/** The ids in both. */
export const intersection = (a: IdRanges, b: IdRanges): IdRanges => {
  const both: IdRange[] = [];
  let [ofA, ofB] = [0, 0];
  for (;;) {
    const [one, other] = [a[ofA], b[ofB]];
    if (one === undefined || other === undefined) return both;
    const start = Math.max(one[0], other[0]);
    const end = Math.min(one[1], other[1]);
    if (start < end) both.push([start, end]);
    if (one[1] < other[1]) ofA += 1;
    else ofB += 1;
  }
};

const complement = (ranges: IdRanges): IdRanges => {
  const gaps: IdRange[] = [];
  let start = Number.NEGATIVE_INFINITY;
  for (const [s, e] of ranges) {
    gaps.push([start, s]);
    start = e;
  }
  gaps.push([start, Number.POSITIVE_INFINITY]);
  return gaps.filter(([from, to]) => from < to);
};

/** The ids in the first that aren't in the second. */
export const difference = (a: IdRanges, b: IdRanges): IdRanges => intersection(a, complement(b));

/** Binary search over the ranges. */
export const includes = (ranges: IdRanges, id: number): boolean => {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (id < range[0]) high = middle - 1;
    else if (id >= range[1]) low = middle + 1;
    else return true;
  }
  return false;
};

/**
 * For each of some ids, the range that ends with it and begins after the id or stop before it. Stops are the other messages of a
 * conversation: the gaps hold none, so a conversation's state may say anything about them. Normalized, these are the fewest ranges that
 * hold all ids and no stop.
 */
export const reachingBack = (ids: readonly number[], stops: readonly number[]): IdRanges => {
  const bounds = [...stops].sort((a, b) => a - b);
  let next = 0;
  let last = 0;
  return [...new Set(ids)]
    .sort((a, b) => a - b)
    .map((id): IdRange => {
      for (let stop = bounds[next]; stop !== undefined && stop < id; stop = bounds[next]) {
        last = Math.max(last, stop);
        next += 1;
      }
      const start = last + 1;
      last = id;
      return [start, id + 1];
    });
};
