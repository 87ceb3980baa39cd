import { IdMap } from "../../../src/domain/state/id-map";
import { IdSet } from "../../../src/domain/state/id-set";
import fc from "../../support/random/fast-check";

/** Around the boundaries where a map continues in another node. */
const id = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 1020, max: 1030 }),
  fc.constantFrom(2 ** 15, 2 ** 20 - 1, 2 ** 29),
);
/** Around the boundaries where the bits of a set continue in another word or block. */
const member = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 1020, max: 1030 }),
  fc.constantFrom(2 ** 20, 2 ** 31, 2 ** 31 + 1, 2 ** 33),
);
const ascending = (a: number, b: number) => a - b;

test("a set of ids behaves like an ordered set after any changes", () => {
  const step = fc.oneof(
    fc.record({ op: fc.constant("with" as const), id: member }),
    fc.record({ op: fc.constant("without" as const), id: member }),
    fc.record({ op: fc.constant("many" as const), members: fc.array(fc.tuple(member, fc.boolean())) }),
  );
  fc.assert(
    fc.property(fc.array(member), fc.array(step), (first, steps) => {
      const model = new Set(first);
      let set = IdSet.of(first);
      for (const done of steps) {
        const before = [...set];
        const old = set;
        if (done.op === "many") {
          const members = new Map(done.members);
          set = set.changed(members);
          for (const [one, isIn] of members) isIn ? model.add(one) : model.delete(one);
        } else if (done.op === "with") {
          set = set.with(done.id);
          model.add(done.id);
        } else {
          set = set.without(done.id);
          model.delete(done.id);
        }
        expect([...old]).toEqual(before);
        expect([...set]).toEqual([...model].sort(ascending));
        expect([set.size, set.has(1), set.has(301)]).toEqual([model.size, model.has(1), false]);
        for (const one of [1, 31, 32, 33, 1023, 1024, 2 ** 31, 2 ** 33])
          expect([one, set.has(one)]).toEqual([one, model.has(one)]);
        // Equal sets have equal parts, however they were built.
        expect(set).toStrictEqual(IdSet.of(model));
      }
    }),
  );
});

test("finds the difference of two sets, also repeatedly", () => {
  fc.assert(
    fc.property(
      fc.array(member, { maxLength: 60 }),
      fc.array(member, { maxLength: 60 }),
      member,
      (ones, others, more) => {
        const [set, other] = [IdSet.of(ones), IdSet.of(others)];
        const left = (from: readonly number[], less: readonly number[]) =>
          IdSet.of(from.filter((one) => !less.includes(one)));
        const expected = left(ones, others);
        expect(set.minus(other)).toStrictEqual(expected);
        expect(set.minus(other.with(more))).toStrictEqual(left(ones, [...others, more]));
        expect(set.minus(other)).toStrictEqual(expected);
        expect([...set]).toEqual([...new Set(ones)].sort(ascending));
      },
    ),
  );
});

test("finds the union and the intersection of sets", () => {
  const ids = fc.array(member, { maxLength: 60 });
  fc.assert(
    fc.property(ids, ids, ids, (ones, others, more) => {
      const [set, other] = [IdSet.of(ones), IdSet.of(others)];
      expect(IdSet.union([set, other, IdSet.of(more)])).toStrictEqual(
        IdSet.of([...ones, ...others, ...more]),
      );
      expect(set.and(other)).toStrictEqual(IdSet.of(ones.filter((one) => others.includes(one))));
      expect([...set]).toEqual([...new Set(ones)].sort(ascending));
    }),
  );
  expect(IdSet.union([])).toStrictEqual(IdSet.empty);
});

test("a map by id behaves like an ordered map after any changes", () => {
  const step = fc.array(fc.tuple(id, fc.option(fc.string(), { nil: undefined })), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const model = new Map<number, string>();
      let map = IdMap.empty<number, string>();
      for (const changes of steps) {
        const [before, old] = [[...map], map];
        map = map.changed(changes);
        for (const [key, value] of changes) value === undefined ? model.delete(key) : model.set(key, value);
        expect([...old]).toEqual(before);
        expect([...map]).toEqual([...model].sort(([a], [b]) => a - b));
        expect([map.size, [...map.keys()].length, [...map.values()].length]).toEqual(
          Array(3).fill(model.size),
        );
        for (const one of [1, 31, 32, 1023, 1024, 2 ** 15, 2 ** 29])
          expect([one, map.get(one), map.has(one)]).toEqual([one, model.get(one), model.has(one)]);
        // Equal maps have equal parts, however they were built.
        expect(map).toStrictEqual(IdMap.of(model));
      }
    }),
  );
});

test("a map contains only non-negative integers as ids", () => {
  const map = IdMap.of<number, string>([[1, "a"]]);
  const others = [-1, 0.5, 1.5, 2 ** 32 + 1, 2 ** 53, Number.NaN];
  expect(others.map((key) => map.get(key))).toEqual(others.map(() => undefined));
  for (const key of others) expect(() => map.with(key, "b")).toThrow(RangeError);
});

test("a map finds the first value without a look at later ones", () => {
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1 }), fc.nat(), (ids, wanted) => {
      const map = IdMap.of(ids.map((one) => [one, { one }] as const));
      const looked: number[] = [];
      const found = map.find(({ one }) => {
        looked.push(one);
        return one >= wanted;
      });
      const ordered = ids.toSorted(ascending);
      const place = ordered.findIndex((one) => one >= wanted);
      expect(found?.one).toBe(ordered[place]);
      expect(looked).toEqual(place < 0 ? ordered : ordered.slice(0, place + 1));
    }),
  );
});

test("a map's values come in runs, of which a change replaces one", () => {
  fc.assert(
    fc.property(fc.array(id, { minLength: 1 }), id, (first, other) => {
      const map = IdMap.of(first.map((one) => [one, { one }] as const));
      expect(map.runs().flat()).toEqual([...map.values()]);
      const changed = map.with(other, { one: 0 });
      expect(changed.runs().flat()).toEqual([...changed.values()]);
      const before = new Set(map.runs());
      expect(changed.runs().filter((run) => !before.has(run))).toHaveLength(1);
      expect(map.runs().every((run) => run.length > 0 && run.length <= 128)).toBe(true);
      // Both stay alive, and neither takes the other's runs.
      expect(map.runs().flat()).toEqual([...map.values()]);
    }),
  );
  expect(IdMap.empty().runs()).toEqual([]);
});

test("two sets are equal if they have the same ids", () => {
  fc.assert(
    fc.property(fc.array(member), fc.array(member), (one, other) => {
      const [a, b] = [IdSet.of(one), IdSet.of(other)];
      expect(a.equals(b)).toBe([...a].join() === [...b].join());
      expect(a.equals(IdSet.of(one.toReversed()))).toBe(true);
    }),
  );
});
