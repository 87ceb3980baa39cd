import { Repetitions } from "../../../src/domain/collections/repetitions";

test("one of many is let through in each span, whichever way the clock was set, and says how many were silent before", () => {
  const repetitions = new Repetitions<string>(100, 10);
  const times = [1000, 1050, 1099, 1100, 1199, 1000, 1200];
  expect(times.map((now) => repetitions.note("one", now))).toEqual([
    0,
    undefined,
    undefined,
    2,
    undefined,
    1,
    0,
  ]);
});

test("the oldest keys are forgotten", () => {
  const repetitions = new Repetitions<string>(100, 2);
  for (const key of ["one", "two", "three"]) expect(repetitions.note(key, 0)).toBe(0);
  expect(repetitions.note("three", 1)).toBeUndefined();
  expect(repetitions.note("two", 1)).toBeUndefined();
  expect(repetitions.note("one", 1)).toBe(0);
});
