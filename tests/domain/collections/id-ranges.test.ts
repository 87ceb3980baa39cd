import * as ranges from "../../../src/domain/collections/id-ranges";
import fc from "../../support/random/fast-check";

const someIds = fc.uniqueArray(fc.nat(40), { maxLength: 25 });
const someMessageIds = someIds.map((ids) => ids.filter((id) => id > 0));
const someRanges = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 8 });
const someNormal = someRanges.map(ranges.normalize);
const forever = Number.POSITIVE_INFINITY;

/** The ids below 50 that the ranges hold. */
const idsIn = (held: ranges.IdRanges): number[] =>
  Array.from({ length: 50 }, (_, id) => id).filter((id) => held.some(([from, to]) => from <= id && id < to));

const isCanonical = (held: ranges.IdRanges): boolean =>
  held.every(([from, to], index) => from < to && (index === 0 || (held[index - 1]?.[1] ?? forever) < from));

test("normalizing preserves the ids, in sorted ranges that don't touch", () => {
  fc.assert(
    fc.property(someRanges, (some) => {
      const normal = ranges.normalize(some);
      expect(idsIn(normal)).toEqual(idsIn(some));
      expect(isCanonical(normal)).toBe(true);
      expect(ranges.normalize(normal)).toEqual(normal);
    }),
  );
});

test("ranges hold exactly the given ids, in any order and with repeats", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40)), (ids) => {
      const held = ranges.ofIds(ids);
      expect(idsIn(held)).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(isCanonical(held)).toBe(true);
    }),
  );
});

test("union, intersection and difference agree with those of sets", () => {
  fc.assert(
    fc.property(someNormal, someNormal, (a, b) => {
      const [inA, inB] = [new Set(idsIn(a)), new Set(idsIn(b))];
      const all = Array.from({ length: 50 }, (_, id) => id);
      const union = ranges.union(a, b);
      const intersection = ranges.intersection(a, b);
      const difference = ranges.difference(a, b);
      expect(idsIn(union)).toEqual(all.filter((id) => inA.has(id) || inB.has(id)));
      expect(idsIn(intersection)).toEqual(all.filter((id) => inA.has(id) && inB.has(id)));
      expect(idsIn(difference)).toEqual(all.filter((id) => inA.has(id) && !inB.has(id)));
      expect([union, intersection, difference].every(isCanonical)).toBe(true);
    }),
  );
});

test("the cost of intersecting and subtracting grows with the number of ranges, not with its square", () => {
  const count = 1000;
  let looks = 0;
  const watched = (offset: number): ranges.IdRanges =>
    new Proxy(
      Array.from({ length: count }, (_, index) => [4 * index + offset, 4 * index + offset + 2] as const),
      {
        get: (target, name) => {
          looks += 1;
          return Reflect.get(target, name);
        },
      },
    );
  expect(ranges.intersection(watched(0), watched(1))).toHaveLength(count);
  expect(ranges.difference(watched(0), watched(1))).toHaveLength(count);
  expect(looks).toBeLessThan(20 * count);
});

test("binary search finds exactly the ids in the ranges", () => {
  fc.assert(
    fc.property(someRanges, fc.nat(45), (some, id) => {
      const held = ranges.normalize(some);
      expect(ranges.includes(held, id)).toBe(idsIn(held).includes(id));
    }),
  );
});

const reachingBackOver = (ids: readonly number[], stops: readonly number[]): ranges.IdRanges =>
  ranges.normalize(ranges.reachingBack(ids, stops));

test("ranges that reach back hold all chosen ids and none of the others, in the fewest ranges", () => {
  fc.assert(
    fc.property(someMessageIds, someMessageIds, (some, maybe) => {
      const chosen = new Set(some);
      const others = maybe.filter((id) => !chosen.has(id));
      const spanned = reachingBackOver(some, others);
      const held = new Set(idsIn(spanned));
      expect(some.every((id) => held.has(id))).toBe(true);
      expect(others.some((id) => held.has(id))).toBe(false);
      expect(isCanonical(spanned)).toBe(true);

      // A new range must begin at the first chosen id after each run of others.
      const sequence = Array.from({ length: 41 }, (_, id) => id).filter(
        (id) => chosen.has(id) || others.includes(id),
      );
      const beginnings = sequence.filter((id, index) => {
        const before = sequence[index - 1];
        return chosen.has(id) && (before === undefined || !chosen.has(before));
      });
      expect(spanned).toHaveLength(beginnings.length);
    }),
  );
});

test("ranges reach back over ids of other conversations", () => {
  expect(reachingBackOver([9, 3, 5], [2])).toEqual([[3, 10]]);
  expect(reachingBackOver([3, 5, 9], [8, 7, 2, 1])).toEqual([
    [3, 6],
    [9, 10],
  ]);
  expect(reachingBackOver([], [4])).toEqual([]);
});

test("an open range holds all later ids", () => {
  expect(ranges.includes(ranges.from(5), 5)).toBe(true);
  expect(ranges.includes(ranges.from(5), 4)).toBe(false);
  expect(ranges.includes(ranges.from(5), Number.MAX_SAFE_INTEGER)).toBe(true);
  expect(ranges.difference(ranges.from(5), ranges.from(9))).toEqual([[5, 9]]);
  expect(ranges.difference(ranges.from(5), [[6, 7]])).toEqual([
    [5, 6],
    [7, forever],
  ]);
  expect(ranges.union([[1, 5]], ranges.from(5))).toEqual([[1, forever]]);
  expect(ranges.intersection(ranges.from(5), ranges.from(9))).toEqual(ranges.from(9));
  expect(ranges.difference(ranges.from(5), ranges.from(0))).toEqual(ranges.noIds);
});

test("ranges that reach back end with the given ids, hold no stop, and leave no gap before an id but after a stop", () => {
  fc.assert(
    fc.property(someIds, someIds, (ids, some) => {
      const stops = some.filter((id) => !ids.includes(id));
      const reaching = ranges.reachingBack(ids, stops);
      expect(reaching.map(([, end]) => end - 1)).toEqual([...ids].sort((a, b) => a - b));
      const held = idsIn(reaching);
      for (const stop of stops) expect(held).not.toContain(stop);
      const greatest = Math.max(...ids);
      for (let id = 1; id <= greatest; id += 1) {
        const isBeforeStop = !ids.includes(id) && !held.includes(id);
        const following = Array.from({ length: greatest - id + 1 }, (_, index) => id + index);
        const met = following.find((one) => ids.includes(one) || stops.includes(one));
        expect(isBeforeStop).toBe(met === undefined || stops.includes(met));
      }
    }),
  );
});
