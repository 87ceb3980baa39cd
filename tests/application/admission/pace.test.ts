import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Pace } from "../../../src/application/admission/pace";

test("work rests nine times as long as it took, each time anew", async () => {
  const pace = new Pace(undefined);
  for (const milliseconds of [20, 5]) {
    const began = performance.now();
    await sleep(milliseconds);
    const took = performance.now() - began;
    await pace.rest();
    const rested = performance.now() - began - took;
    expect(rested).toBeGreaterThan(took * 9 - 2);
  }
});

test("a rest ends when the server stops", async () => {
  const stopping = new AbortController();
  const pace = new Pace(stopping.signal);
  await sleep(100);
  const resting = pace.rest();
  const began = performance.now();
  stopping.abort();
  await resting;
  await sleep(100);
  await pace.rest();
  expect(performance.now() - began).toBeLessThan(500);
});

test("rests leave nothing behind on the signal, however many there are", async () => {
  const { signal } = new AbortController();
  const pace = new Pace(signal);
  for (let count = 0; count < 3; count += 1) await pace.rest();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("no rest is longer than half a minute", async () => {
  jest.useFakeTimers();
  const pace = new Pace(undefined);
  jest.advanceTimersByTime(3_600_000);
  const ended = jest.fn();
  const resting = pace.rest().then(ended);
  await jest.advanceTimersByTimeAsync(29_900);
  expect(ended).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(200);
  expect(ended).toHaveBeenCalled();
  await resting;
});
