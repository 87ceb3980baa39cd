import { mostShown, moved, placeOfId, shownAround } from "../../web/src/list/window";
import fc from "../support/fast-check";

test("what is shown around a place holds it, within the list", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(1999), (length, at) => {
      const index = Math.min(at, length - 1);
      const { from, to } = shownAround(index, length);
      expect([from >= 0, to <= length, from <= index, index < to]).toEqual([true, true, true, true]);
    }),
  );
});

test("moving to an end arrives there, shows no more than so many, and leaves nothing out between", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.constantFrom("older", "newer"), (length, towards) => {
      let shown = shownAround(Math.floor(length / 2), length);
      for (let step = 0; step < 100; step += 1) {
        const next = moved(shown, towards, length);
        expect(next.to - next.from).toBeLessThanOrEqual(mostShown);
        expect(next.from <= shown.to && next.to >= shown.from).toBe(true);
        shown = next;
      }
      expect(towards === "older" ? shown.from : shown.to).toBe(towards === "older" ? 0 : length);
    }),
  );
});

test("a place is found by its id, or that of the next one", () => {
  expect([2, 5, 6, 9, 1].map((id) => placeOfId([2, 5, 9], id))).toEqual([0, 1, 2, 2, 0]);
});
