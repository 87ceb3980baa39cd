import {
  entryIdAt,
  eventIdAt,
  isEntryUnseen,
  isShortOfIds,
  positionOf,
  receivedUpTo,
  signalIdAt,
} from "../../../src/domain/queues/event-queue";
import fc from "../../support/random/fast-check";

const aPosition = fc.nat(2 ** 40);

test("an event's id encodes its position in the log", () => {
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

test("signals and heartbeats come after an event and before the next one, and no id repeats", () => {
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

test("an id shows that half of the ids for signals and heartbeats at its position are used up", () => {
  fc.assert(
    fc.property(aPosition, fc.integer({ min: 0, max: 4095 }), (position, place) => {
      expect(isShortOfIds(eventIdAt(position) + place)).toBe(place >= 3072);
    }),
  );
});

const someWords = fc.record({
  position: fc.integer({ min: 1, max: 2 ** 40 }),
  count: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12_000 })),
});
const idsOf = ({ position, count }: { readonly position: number; readonly count: number }) =>
  Array.from({ length: count }, (_, index) => entryIdAt(position, index, count));

test("however many entries an event has, their ids come before signals and the next event", () => {
  fc.assert(
    fc.property(someWords, (words) => {
      const ids = idsOf(words);
      expect(ids[0]).toBeGreaterThanOrEqual(eventIdAt(words.position));
      expect(ids.at(-1)).toBeLessThan(signalIdAt(words.position, 0) ?? 0);
      // Entries beyond the available ids share the last one.
      const isRight = (id: number, index: number) =>
        index < 2046 || index === words.count - 1 ? id > (ids[index - 1] ?? 0) : id === ids[index - 1];
      return ids.every(isRight);
    }),
  );
});

test("a client that continues after any entry of an event receives all later entries, and none with a distinct id twice", () => {
  fc.assert(
    fc.property(someWords, fc.nat(), (words, choice) => {
      const ids = idsOf(words);
      const seen = choice % ids.length;
      const isLast = seen === ids.length - 1;
      const afterId = ids[seen] ?? 0;
      expect(receivedUpTo(afterId)).toBe(isLast ? words.position : words.position - 1);
      return ids.every((id, index) => {
        const mayComeAgain = index <= seen && id === afterId && !isLast;
        return mayComeAgain || isEntryUnseen(id, afterId) === index > seen;
      });
    }),
  );
});

test("a heartbeat or signal acknowledges everything of its position", () => {
  fc.assert(
    fc.property(aPosition, fc.integer({ min: 0, max: 4094 }), (position, place) => {
      const id = signalIdAt(position, eventIdAt(position) + place) ?? 0;
      expect(receivedUpTo(id)).toBe(position);
    }),
  );
});
