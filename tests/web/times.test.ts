import { shortTimestamp } from "../../web/src/ui/time";
import { datetimeFieldValue, timesFrom } from "../../web/src/views/pending/suggested-times";
import fc from "../support/random/fast-check";

const at = (text: string): number => new Date(text).getTime();

test("on a weekday morning: in an hour, this evening, tomorrow, on Monday", () => {
  expect(timesFrom(at("2026-11-18T10:00")).map(({ name, at }) => [name, datetimeFieldValue(at)])).toEqual([
    ["hour", "2026-11-18T11:00"],
    ["evening", "2026-11-18T18:00"],
    ["tomorrow", "2026-11-19T09:00"],
    ["monday", "2026-11-23T09:00"],
  ]);
});

test("late on Sunday, omits this evening, and omits Monday as the same as tomorrow", () => {
  expect(timesFrom(at("2026-11-22T22:00")).map(({ name }) => name)).toEqual(["hour", "tomorrow"]);
});

test("all suggested times differ and are in the future", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }), (now) => {
      const times = timesFrom(now).map((one) => one.at);
      expect(times.every((one) => one > now)).toBe(true);
      expect(new Set(times).size).toBe(times.length);
      expect(times.length).toBeGreaterThanOrEqual(2);
    }),
  );
});

test("a list shows times for today, and short dates for other days", () => {
  const shown = (text: string) => shortTimestamp(at(text) / 1000, true, at("2026-11-26T18:00"));
  expect(["2026-11-26T09:05", "2026-11-25T23:59", "2026-11-24T12:00", "2025-11-24T12:00"].map(shown)).toEqual(
    ["09:05", "Yesterday", "Nov 24", "Nov 24, 2025"],
  );
});
