import { Ranking } from "../../../src/application/admission/ranking";
import fc from "../../support/random/fast-check";

interface Item {
  rank: number;
}

test("the first item is one of the lowest rank, however ranks change and items leave", () => {
  const steps = fc.array(fc.record({ at: fc.nat(11), rank: fc.nat(5), stays: fc.boolean() }), {
    maxLength: 90,
  });
  fc.assert(
    fc.property(steps, (changes) => {
      const items = Array.from({ length: 12 }, (): Item => ({ rank: 0 }));
      const ranked = new Set<Item>();
      const ranking = new Ranking<Item>((one, other) => one.rank < other.rank);
      for (const { at, rank, stays } of changes) {
        const item = items[at];
        if (item === undefined) continue;
        item.rank = rank;
        ranking.place(item, stays);
        if (stays) ranked.add(item);
        else ranked.delete(item);
        const lowest = ranked.size === 0 ? undefined : Math.min(...[...ranked].map((one) => one.rank));
        expect(ranking.first?.rank).toBe(lowest);
        expect(ranking.first === undefined || ranked.has(ranking.first)).toBe(true);
      }
    }),
  );
});

test("placing one of thousands of items compares it with a few dozen", () => {
  let compared = 0;
  const ranking = new Ranking<Item>((one, other) => {
    compared += 1;
    return one.rank < other.rank;
  });
  const items = Array.from({ length: 4096 }, (_, rank): Item => ({ rank }));
  for (const item of items) ranking.place(item, true);
  let most = 0;
  for (const item of items) {
    compared = 0;
    item.rank += 4096;
    ranking.place(item, true);
    most = Math.max(most, compared);
  }
  expect(most).toBeLessThanOrEqual(2 * 12 + 1);
  expect(ranking.first?.rank).toBe(4096);
});
