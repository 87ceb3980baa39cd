import { whenStalled } from "../../src/application/when-stalled";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Watches work for at most 800 ms without progress, which `each` may change every 100 ms. Returns when it stalled. */
const stalledAt = (
  each: (work: { done: number; isOwed: boolean }, at: number) => void,
): readonly number[] => {
  const work = { done: 0, isOwed: true };
  const stalls: number[] = [];
  let at = 0;
  const end = whenStalled({ progress: () => work.done, isOwed: () => work.isOwed, within: 800 }, () => {
    stalls.push(at);
    end();
  });
  while (at < 2000) {
    each(work, at);
    at += 100;
    jest.advanceTimersByTime(100);
  }
  end();
  return stalls;
};

test("work without progress stalls in time, once if the watch then ends", () => {
  expect(stalledAt(() => {})).toEqual([800]);
});

test("work that progresses now and then doesn't stall", () => {
  const progress = (work: { done: number }, at: number) => {
    if (at % 700 === 0) work.done += 1;
  };
  expect(stalledAt(progress)).toEqual([]);
});

test("only time in which progress is owed counts", () => {
  const pause = (work: { isOwed: boolean }, at: number) => {
    work.isOwed = at > 600;
  };
  expect(stalledAt(pause)).toEqual([1500]);
});
