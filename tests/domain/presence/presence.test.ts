import { afterReport, isArrival, isWorthPublishing } from "../../../src/domain/presence/presence";

const now = 10_000_000;
const seconds = (count: number) => count * 1000;

test("an idle report updates when the user was last connected, an active one also when they were last active", () => {
  const before = { activeAt: 5, idleAt: 6 };
  expect(afterReport(before, "active", now)).toEqual({ activeAt: now, idleAt: now });
  expect(afterReport(before, "idle", now)).toEqual({ activeAt: 5, idleAt: now });
  expect(afterReport(undefined, "idle", now)).toEqual({ activeAt: 0, idleAt: now });
});

test("with a report every minute, every other one is announced, so that nobody seems offline in between", () => {
  let published = { activeAt: now, idleAt: now };
  const times: number[] = [];
  for (let minute = 1; minute <= 6; minute += 1) {
    const current = afterReport(published, "active", now + seconds(60 * minute));
    if (!isWorthPublishing(published, current)) continue;
    times.push(minute);
    published = current;
  }
  expect(times).toEqual([2, 4, 6]);
});

test("a user arrives after being offline or idle for long, not by staying", () => {
  const published = { activeAt: now, idleAt: now };
  expect(isArrival(undefined, published)).toBe(true);
  expect(isArrival(published, { activeAt: now + seconds(120), idleAt: now + seconds(120) })).toBe(false);
  expect(isArrival(published, { activeAt: now + seconds(200), idleAt: now + seconds(200) })).toBe(true);
  const idle = { activeAt: now, idleAt: now + seconds(300) };
  expect(isArrival(idle, { activeAt: now + seconds(360), idleAt: now + seconds(360) })).toBe(true);
  expect(isArrival(idle, { activeAt: now, idleAt: now + seconds(420) })).toBe(false);
});
