import { indexOfId, maxRendered, movedTowards, windowAround } from "../../web/src/list/window";
import fc from "../support/random/fast-check";

test("the initial window contains its index and stays within the list", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(1999), (length, at) => {
      const index = Math.min(at, length - 1);
      const { from, to } = windowAround(index, length);
      expect([from >= 0, to <= length, from <= index, index < to]).toEqual([true, true, true, true]);
    }),
  );
});

test("moving to an end reaches it without gaps and within the size limit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.constantFrom("older", "newer"), (length, towards) => {
      let shown = windowAround(Math.floor(length / 2), length);
      for (let step = 0; step < 100; step += 1) {
        const next = movedTowards(shown, towards, length);
        expect(next.to - next.from).toBeLessThanOrEqual(maxRendered);
        expect(next.from <= shown.to && next.to >= shown.from).toBe(true);
        shown = next;
      }
      expect(towards === "older" ? shown.from : shown.to).toBe(towards === "older" ? 0 : length);
    }),
  );
});

test("the index of an id is found, or of the next higher id", () => {
  expect([2, 5, 6, 9, 1].map((id) => indexOfId([2, 5, 9], id))).toEqual([0, 1, 2, 2, 0]);
});
