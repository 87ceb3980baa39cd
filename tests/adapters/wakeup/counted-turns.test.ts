import { countedTurns } from "../../../src/adapters/wakeup/counted-turns";
import { memoryMetrics } from "../../support/application/memory-metrics";

test("turns are counted by how they begin, from zero", async () => {
  const metrics = memoryMetrics();
  const ended: unknown[] = [];
  const turns = countedTurns(
    { take: async () => ({ kind: "unanswered" }), end: (...args) => ended.push(args) },
    metrics,
  );
  for (const how of ["own", "handed", "unanswered"])
    expect(metrics.isStarted("lane_turns_total", { how })).toBe(true);
  expect(await turns.take(1)).toEqual({ kind: "unanswered" });
  turns.end(1, undefined);
  expect(metrics.counted("lane_turns_total", { how: "unanswered" })).toBe(1);
  expect(ended).toEqual([[1, undefined]]);
});
