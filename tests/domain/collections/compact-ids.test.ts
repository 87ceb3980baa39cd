import {
  compactIds,
  compactIdsCodec,
  compactSet,
  hasId,
  idsIn,
} from "../../../src/domain/collections/compact-ids";
import { IdSet } from "../../../src/domain/state/id-set";
import fc from "../../support/random/fast-check";

test("a set holds exactly its ids, before and after storage", () => {
  const some = fc.uniqueArray(fc.oneof(fc.nat(40), fc.nat(100_000)), { maxLength: 60 });
  fc.assert(
    fc.property(some, fc.array(fc.nat(50)), (ids, others) => {
      const compact = compactIds(ids);
      const stored = compactIdsCodec.decode(JSON.parse(JSON.stringify(compactIdsCodec.encode(compact))));
      if (stored._tag === "Left") throw new Error("It can't be read");
      const asked = [...ids, ...others];
      for (const set of [compact, stored.right])
        expect(asked.filter((id) => hasId(set, id))).toEqual(asked.filter((id) => ids.includes(id)));
    }),
  );
});

test("a few ids are stored as a list, many as one character for every six", () => {
  expect(compactIds([9000, 7])).toEqual([7, 9000]);
  const odd = Array.from({ length: 5000 }, (_, index) => index * 2 + 1);
  expect(JSON.stringify(compactIds(odd)).length).toBeLessThan(1700);
  expect(hasId(compactIds(odd), 20_001)).toBe(false);
});

test("an empty set contains no id", () => {
  expect(compactIds([])).toEqual([]);
  expect(hasId(compactIds([]), 0)).toBe(false);
});

test("a set of bits is written like a list of its ids, and a large one without listing them", () => {
  const member = fc.oneof(fc.nat(200), fc.integer({ min: 1000, max: 1100 }), fc.nat(2 ** 20));
  fc.assert(
    fc.property(fc.uniqueArray(member, { maxLength: 400 }), (ids) => {
      const compact = compactIds(ids);
      expect(compactSet(IdSet.of(ids))).toEqual(compact);
      expect(idsIn(compact)).toEqual(ids.toSorted((a, b) => a - b));
    }),
  );
  const everybody = IdSet.of(Array.from({ length: 10_000 }, (_, index) => index + 5));
  const listed = jest.spyOn(everybody, "values");
  const blocks = jest.spyOn(everybody, "blockAt");
  expect(idsIn(compactSet(everybody))).toHaveLength(10_000);
  expect(listed).not.toHaveBeenCalled();
  expect(blocks).toHaveBeenCalledTimes(10);
});
