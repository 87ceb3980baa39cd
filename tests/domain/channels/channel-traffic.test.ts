import { weeklyTraffic } from "../../../src/domain/channels/channel-traffic";

const day = 86_400_000;

test.each([
  ["a channel of a few days: nobody can tell", 50, 6, null],
  ["a channel of a week: all of it", 50, 7, 50],
  ["a channel of two weeks: half of it", 50, 14, 25],
  ["an old channel: a quarter of four weeks", 400, 1000, 100],
  ["two significant digits, from below", 4 * 1249, 100, 1200],
  ["two significant digits, from above", 4 * 1250, 100, 1300],
  ["small numbers as they are", 4 * 7, 100, 7],
  ["silence", 0, 100, 0],
])("%s", (_what, count, age, expected) => {
  expect(weeklyTraffic(count, 0, age * day)).toBe(expected);
});
