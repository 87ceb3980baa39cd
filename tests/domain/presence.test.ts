import { afterReport, isArrival, isNews } from "../../src/domain/presence";

const now = 10_000_000;
const seconds = (count: number) => count * 1000;

test("a report moves what it is about: idle says that somebody is there, active that they do something", () => {
  const before = { activeAt: 5, idleAt: 6 };
  expect(afterReport(before, "active", now)).toEqual({ activeAt: now, idleAt: now });
  expect(afterReport(before, "idle", now)).toEqual({ activeAt: 5, idleAt: now });
  expect(afterReport(undefined, "idle", now)).toEqual({ activeAt: 0, idleAt: now });
});

test("a report a minute is told every other time, so that nobody looks offline meanwhile", () => {
  let told = { activeAt: now, idleAt: now };
  const times: number[] = [];
  for (let minute = 1; minute <= 6; minute += 1) {
    const current = afterReport(told, "active", now + seconds(60 * minute));
    if (!isNews(told, current)) continue;
    times.push(minute);
    told = current;
  }
  expect(times).toEqual([2, 4, 6]);
});

test("somebody arrives after being offline, or idle for long; staying is no arrival", () => {
  const told = { activeAt: now, idleAt: now };
  expect(isArrival(undefined, told)).toBe(true);
  expect(isArrival(told, { activeAt: now + seconds(120), idleAt: now + seconds(120) })).toBe(false);
  expect(isArrival(told, { activeAt: now + seconds(200), idleAt: now + seconds(200) })).toBe(true);
  const idle = { activeAt: now, idleAt: now + seconds(300) };
  expect(isArrival(idle, { activeAt: now + seconds(360), idleAt: now + seconds(360) })).toBe(true);
  expect(isArrival(idle, { activeAt: now, idleAt: now + seconds(420) })).toBe(false);
});
