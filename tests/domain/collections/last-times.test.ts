import { LastTimes } from "../../../src/domain/collections/last-times";

test("a time is within a span of now, whichever way the clock was set since", () => {
  const times = new LastTimes<string>(2);
  expect(times.isWithin("one", 1000, 100)).toBe(false);
  times.set("one", 1000);
  const within = [900, 901, 1000, 1099, 1100].map((now) => times.isWithin("one", now, 100));
  expect(within).toEqual([false, true, true, true, false]);
});

test("the oldest times are dropped", () => {
  const times = new LastTimes<string>(2);
  for (const key of ["one", "two", "one", "three"]) times.set(key, 0);
  expect(["one", "two", "three"].filter((key) => times.isWithin(key, 0, 1))).toEqual(["one", "three"]);
});
