import { eventIdAt, heardUpTo, isNews, positionOf, signalIdAt, wordIdAt } from "../../src/domain/event-queue";
import fc from "../support/fast-check";

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

test("what isn't in the log comes after an event and before the next one, and no id comes twice", () => {
  fc.assert(
    fc.property(aPosition, (position) => {
      const ids: number[] = [];
      for (let last = eventIdAt(position); ; ) {
        const next = signalIdAt(position, last);
        if (next === undefined) break;
        if (next <= last || positionOf(next) !== position) return false;
        ids.push(next);
        last = next;
      }
      return ids.length === 2048;
    }),
    { numRuns: 5 },
  );
});

const someWords = fc.record({
  position: fc.integer({ min: 1, max: 2 ** 40 }),
  count: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12_000 })),
});
const idsOf = ({ position, count }: { readonly position: number; readonly count: number }) =>
  Array.from({ length: count }, (_, index) => wordIdAt(position, index, count));

test("however much an event has to tell, its ids are its own: they come before signals and the next event", () => {
  fc.assert(
    fc.property(someWords, (words) => {
      const ids = idsOf(words);
      expect(ids[0]).toBeGreaterThanOrEqual(eventIdAt(words.position));
      expect(ids.at(-1)).toBeLessThan(signalIdAt(words.position, 0) ?? 0);
      // Beyond the room, words share an id.
      const isRight = (id: number, index: number) =>
        index < 2046 || index === words.count - 1 ? id > (ids[index - 1] ?? 0) : id === ids[index - 1];
      return ids.every(isRight);
    }),
  );
});

test("whoever goes on after any word of an event hears all later words, and none twice that has an id of its own", () => {
  fc.assert(
    fc.property(someWords, fc.nat(), (words, choice) => {
      const ids = idsOf(words);
      const seen = choice % ids.length;
      const isLast = seen === ids.length - 1;
      const afterId = ids[seen] ?? 0;
      expect(heardUpTo(afterId)).toBe(isLast ? words.position : words.position - 1);
      return ids.every((id, index) => {
        const mayComeAgain = index <= seen && id === afterId && !isLast;
        return mayComeAgain || isNews(id, afterId) === index > seen;
      });
    }),
  );
});

test("a heartbeat or signal says that everything of its position was heard", () => {
  fc.assert(
    fc.property(aPosition, fc.integer({ min: 0, max: 4094 }), (position, place) => {
      const id = signalIdAt(position, eventIdAt(position) + place) ?? 0;
      expect(heardUpTo(id)).toBe(position);
    }),
  );
});
