import { fuzz } from "../../support/fuzz/fuzz";

/** `npm run fuzz` sends many more requests. */
const requests = Number(process.env.PARLEY_FUZZ_REQUESTS ?? 5000);
const seed = Number(process.env.PARLEY_FUZZ_SEED ?? Date.now() % 1_000_000_000);

test("no request makes the server fail, hang, answer late, leak memory or lead astray, and each route gets some", async () => {
  const { faults, statuses, slowest, grownMib, unreached } = await fuzz(requests, seed);
  expect(faults).toEqual([]);
  expect({ seed, unreached }).toEqual({ seed, unreached: [] });
  expect(grownMib).toBeLessThan(50);
  // Many requests must reach the use cases.
  const succeeded = (statuses["2xx"] ?? 0) / requests;
  expect({ seed, isDeep: succeeded > 0.2 }).toEqual({ seed, isDeep: true });
  if (process.env.PARLEY_FUZZ_REQUESTS !== undefined)
    console.log({ seed, requests, statuses, slowest: Math.round(slowest), grownMib: Math.round(grownMib) });
}, 3_600_000);
