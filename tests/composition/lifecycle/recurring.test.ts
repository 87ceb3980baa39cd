import { recurring } from "../../../src/composition/lifecycle/recurring";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const options = { everyMilliseconds: 100, atOnce: false, onError: () => {} };

test("started work runs at intervals, one run at a time", async () => {
  let finish = () => {};
  const work = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const running = recurring("work", work, options);
  await jest.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(0);
  await running.start();
  expect(work).toHaveBeenCalledTimes(0);
  await jest.advanceTimersByTimeAsync(350);
  expect(work).toHaveBeenCalledTimes(1);
  finish();
  await jest.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledTimes(2);
  finish();
  await running.stop();
});

test("the first run can be immediate, and a failure is reported and stops nothing", async () => {
  const failures: unknown[] = [];
  const work = jest.fn(() => Promise.reject(new Error("as told")));
  const onError = (error: unknown) => failures.push(error);
  const running = recurring("work", work, { ...options, atOnce: true, onError });
  await running.start();
  await jest.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledTimes(2);
  expect(failures).toEqual([new Error("as told"), new Error("as told")]);
  await running.stop();
});

test("stopping waits no longer than its patience for a run that doesn't end", async () => {
  const running = recurring("work", () => new Promise(() => {}), {
    ...options,
    atOnce: true,
    patience: 1000,
  });
  await running.start();
  const stopped = jest.fn();
  const stop = running.stop().then(stopped);
  await jest.advanceTimersByTimeAsync(999);
  expect(stopped).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  await stop;
});

test("stopping signals the current run, waits for it and starts no more", async () => {
  const seen: string[] = [];
  const running = recurring(
    "work",
    (stopping) =>
      new Promise((resolve) => {
        stopping.addEventListener("abort", () => {
          seen.push("told");
          setTimeout(resolve, 50);
        });
      }),
    { ...options, atOnce: true },
  );
  await running.start();
  const stopped = running.stop().then(() => seen.push("stopped"));
  await jest.advanceTimersByTimeAsync(49);
  expect(seen).toEqual(["told"]);
  await jest.advanceTimersByTimeAsync(500);
  await stopped;
  expect(seen).toEqual(["told", "stopped"]);
});

/** Runs that each end when the test lets them. */
const heldRuns = () => {
  const ends: (() => void)[] = [];
  const held = recurring("work", () => new Promise<void>((resolve) => ends.push(resolve)), options);
  return { ends, soon: held.soon, stop: held.stop };
};

test("requests during a run lead to one more after it", async () => {
  const { ends, soon } = heldRuns();
  soon();
  soon();
  soon();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await jest.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await jest.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(2);
});

test("stopping waits for the current run, and no requested one begins", async () => {
  const { ends, soon, stop } = heldRuns();
  soon();
  soon();
  const stopped = stop();
  ends[0]?.();
  await stopped;
  soon();
  await jest.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(1);
});

test("pauses differ by up to their spread", async () => {
  const random = jest.spyOn(Math, "random").mockReturnValue(0.5);
  const work = jest.fn(async () => {});
  const running = recurring("work", work, { ...options, spreadMilliseconds: 100 });
  await running.start();
  await jest.advanceTimersByTimeAsync(149);
  expect(work).toHaveBeenCalledTimes(0);
  random.mockReturnValue(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledTimes(2);
  await running.stop();
});
