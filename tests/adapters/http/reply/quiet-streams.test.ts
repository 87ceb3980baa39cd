import { QuietStreams } from "../../../../src/adapters/http/reply/quiet-streams";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A stream that is watched, and when it spoke. */
const watched = (streams: QuietStreams) => {
  const stream = { lastWrite: performance.now(), spokeAt: [] as number[], end: () => {} };
  stream.end = streams.watch(
    () => stream.lastWrite,
    () => {
      stream.lastWrite = performance.now();
      stream.spokeAt.push(stream.lastWrite);
    },
  );
  return stream;
};

test("a quiet stream speaks every 15 to 20 seconds, and thousands share one timer", () => {
  const streams = new QuietStreams();
  const begun = performance.now();
  const all = Array.from({ length: 1000 }, () => watched(streams));
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(120_000);
  for (const { spokeAt } of all) {
    const pauses = spokeAt.map((at, index) => at - (spokeAt[index - 1] ?? begun));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(15_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(20_000);
    expect(spokeAt.length).toBeGreaterThanOrEqual(6);
  }
  for (const { end } of all) end();
  expect(jest.getTimerCount()).toBe(0);
});

test("a stream speaks once it was quiet since its last event, and not before", () => {
  const stream = watched(new QuietStreams());
  for (let count = 0; count < 10; count += 1) {
    jest.advanceTimersByTime(10_000);
    stream.lastWrite = performance.now();
  }
  expect(stream.spokeAt).toEqual([]);
  jest.advanceTimersByTime(20_000);
  expect(stream.spokeAt).toHaveLength(1);
  stream.end();
});

test("a stream that another one ends as it speaks isn't called", () => {
  const streams = new QuietStreams(() => 1000);
  let ended = (): void => {};
  streams.watch(
    () => 0,
    () => ended(),
  );
  const other = watched(streams);
  ended = other.end;
  jest.advanceTimersByTime(5000);
  expect(other.spokeAt).toEqual([]);
});
