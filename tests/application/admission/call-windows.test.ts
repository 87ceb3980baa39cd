import { CallWindows } from "../../../src/application/admission/call-windows";

let now = 1000;
beforeEach(() => {
  now = 1000;
});
const opened = () => new CallWindows(60_000, () => now);

test("counts a caller's calls from the first one until the window ends", () => {
  const windows = opened();
  expect(windows.add("a", 1)).toEqual({ calls: 1, endsAt: 61_000 });
  now = 60_999;
  expect(windows.add("b", 1).calls).toBe(1);
  expect(windows.add("a", 5)).toEqual({ calls: 6, endsAt: 61_000 });
  now = 61_000;
  expect(windows.add("a", 1)).toEqual({ calls: 1, endsAt: 121_000 });
  expect(windows.add("b", 1)).toEqual({ calls: 2, endsAt: 120_999 });
});

test("forgets callers whose windows ended once somebody new calls", () => {
  const windows = opened();
  for (let count = 0; count < 1000; count += 1) {
    windows.add(`${count}`, 1);
    now += 600;
  }
  expect(windows.size).toBeLessThanOrEqual(101);
  now += 60_000;
  windows.add("last", 1);
  expect(windows.size).toBe(1);
});
