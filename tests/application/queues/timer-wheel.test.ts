import { TimerWheel } from "../../../src/application/queues/timer-wheel";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("one timer makes all calls on time, and never a removed one", () => {
  const wheel = new TimerWheel();
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(name);
  wheel.add(5000, note("late"));
  wheel.add(1000, note("early"));
  const removed = note("removed");
  wheel.remove(wheel.add(1000, removed), removed);
  for (let one = 0; one < 1000; one += 1) wheel.add(60_000 + one, () => {});
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(999);
  expect(calls).toEqual([]);
  jest.advanceTimersByTime(200);
  expect(calls).toEqual(["early"]);
  jest.advanceTimersByTime(4000);
  expect(calls).toEqual(["early", "late"]);
  jest.advanceTimersByTime(60_000);
  expect(jest.getTimerCount()).toBe(0);
});

test("a wheel without calls holds no timer", () => {
  const wheel = new TimerWheel();
  const call = () => {};
  wheel.remove(wheel.add(50_000, call), call);
  expect(jest.getTimerCount()).toBe(0);
});

test("a call may schedule another", () => {
  const wheel = new TimerWheel();
  let calls = 0;
  const again = (): void => {
    calls += 1;
    if (calls < 3) wheel.add(100, again);
  };
  wheel.add(100, again);
  jest.advanceTimersByTime(1000);
  expect(calls).toBe(3);
});
