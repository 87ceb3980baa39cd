import { countedOwnership } from "../../../src/adapters/wakeup/counted-ownership";
import { memoryMetrics } from "../../support/application/memory-metrics";

test("acquisitions are counted by how they came about, from zero", async () => {
  const metrics = memoryMetrics();
  const released: unknown[] = [];
  const ownership = countedOwnership(
    { acquire: async () => ({ kind: "unanswered" }), release: (...args) => released.push(args) },
    metrics,
  );
  for (const how of ["own", "handed", "unanswered"])
    expect(metrics.isStarted("lane_turns_total", { how })).toBe(true);
  expect(await ownership.acquire(1)).toEqual({ kind: "unanswered" });
  ownership.release(1, undefined);
  expect(metrics.counted("lane_turns_total", { how: "unanswered" })).toBe(1);
  expect(released).toEqual([[1, undefined]]);
});
