import { LoopLag } from "../../../src/application/lanes/loop-lag";

/** A wait that ends when it is told to, and the time that passes meanwhile. */
const begun = () => {
  const clock = { at: 1000 };
  const lag = new LoopLag(() => clock.at);
  let end = (): void => {};
  const wait = () =>
    new Promise<void>((resolve) => {
      end = resolve;
    });
  /** The loop runs freely: it looks at the clock in time. */
  const passes = async (milliseconds: number) => {
    for (let past = 0; past < milliseconds; past += 5) {
      clock.at += 5;
      await jest.advanceTimersByTimeAsync(5);
    }
  };
  return { clock, lag, wait, passes, end: () => end() };
};

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask"] }));
afterEach(() => void jest.useRealTimers());

test("what the database takes isn't lag", async () => {
  const { lag, wait, passes, end } = begun();
  const waiting = lag.during(wait);
  await passes(1000);
  end();
  expect(await waiting).toEqual({ result: undefined, lag: 0 });
});

test("time during which the loop was blocked at the end is lag", async () => {
  const { clock, lag, wait, passes, end } = begun();
  const waiting = lag.during(wait);
  await passes(100);
  clock.at += 405;
  end();
  expect((await waiting).lag).toBe(400);
});

test("so it is if the loop looked at the clock before the answer", async () => {
  const { clock, lag, wait, end } = begun();
  const waiting = lag.during(wait);
  clock.at += 405;
  await jest.advanceTimersByTimeAsync(5);
  end();
  expect((await waiting).lag).toBe(400);
});

test("a loop that was blocked earlier excuses no slow answer", async () => {
  const { clock, lag, wait, passes, end } = begun();
  const waiting = lag.during(wait);
  clock.at += 405;
  await passes(1000);
  end();
  expect((await waiting).lag).toBe(0);
});

test("waits at the same time count lag once, and the work that begins one isn't lag", async () => {
  const { clock, lag } = begun();
  let end = (): void => {};
  const both = new Promise<void>((resolve) => {
    end = resolve;
  });
  const waits = [1, 2].map(() =>
    lag.during(() => {
      clock.at += 50;
      return both;
    }),
  );
  clock.at += 205;
  end();
  const lags = (await Promise.all(waits)).map((one) => one.lag);
  expect(lags[0]).toBe(250);
  expect(lags[1]).toBe(0);
});
