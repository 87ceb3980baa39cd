import { setTimeout as sleep } from "node:timers/promises";
import { Pace } from "../../../src/application/jobs/pace";

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
  await pace.rest();
  expect(performance.now() - began).toBeLessThan(300);
});
