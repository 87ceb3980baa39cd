import fc from "fast-check";
import { eventIdAfter, eventIdAt, positionOf } from "../../src/domain/event-queue";

const aPosition = fc.nat(2 ** 40);

test("an event's id tells its position in the log", () => {
  fc.assert(fc.property(aPosition, (position) => positionOf(eventIdAt(position)) === position));
  expect(positionOf(-1)).toBe(-1);
});

test("ids grow with positions, and stay exact", () => {
  fc.assert(
    fc.property(aPosition, (position) => {
      expect(eventIdAt(position)).toBeLessThan(eventIdAt(position + 1));
      expect(Number.isSafeInteger(eventIdAt(position + 1))).toBe(true);
    }),
  );
});

test("what isn't in the log comes after an event and before the next one, however often", () => {
  fc.assert(
    fc.property(aPosition, (position) => {
      let id = eventIdAt(position);
      for (let times = 0; times < 5000; times += 1) {
        const next = eventIdAfter(id);
        if (next < id || positionOf(next) !== position) return false;
        id = next;
      }
      return id < eventIdAt(position + 1);
    }),
    { numRuns: 20 },
  );
});
