import { inField, timesFrom } from "../../web/src/views/later/times";
import fc from "../support/fast-check";

const at = (text: string): number => new Date(text).getTime();

test("from a morning in the week: in an hour, this evening, tomorrow, on Monday", () => {
  expect(timesFrom(at("2026-11-18T10:00")).map(({ name, at }) => [name, inField(at)])).toEqual([
    ["hour", "2026-11-18T11:00"],
    ["evening", "2026-11-18T18:00"],
    ["tomorrow", "2026-11-19T09:00"],
    ["monday", "2026-11-23T09:00"],
  ]);
});

test("late on Sunday there is no evening left, and Monday is tomorrow", () => {
  expect(timesFrom(at("2026-11-22T22:00")).map(({ name }) => name)).toEqual(["hour", "tomorrow"]);
});

test("every time offered is to come, and each is another", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }), (now) => {
      const times = timesFrom(now).map((one) => one.at);
      expect(times.every((one) => one > now)).toBe(true);
      expect(new Set(times).size).toBe(times.length);
      expect(times.length).toBeGreaterThanOrEqual(2);
    }),
  );
});
