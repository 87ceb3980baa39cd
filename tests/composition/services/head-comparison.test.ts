import { headComparison } from "../../../src/composition/services/head-comparison";

/** Comparisons that each end when the test lets them. */
const heldComparisons = () => {
  const ends: (() => void)[] = [];
  const compare = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, ...headComparison(compare, fail) };
};
const fail = (error: unknown): never => {
  throw error;
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("requests during a comparison lead to one more after it", async () => {
  const comparison = heldComparisons();
  comparison.soon();
  comparison.soon();
  comparison.soon();
  expect(comparison.ends).toHaveLength(1);
  comparison.ends[0]?.();
  await turn();
  expect(comparison.ends).toHaveLength(2);
  comparison.ends[1]?.();
  await turn();
  expect(comparison.ends).toHaveLength(2);
});

test("stopping waits for the running comparison, and no other begins", async () => {
  const comparison = heldComparisons();
  comparison.soon();
  comparison.soon();
  const stopped = comparison.stop();
  comparison.ends[0]?.();
  await stopped;
  comparison.soon();
  await turn();
  expect(comparison.ends).toHaveLength(1);
});
