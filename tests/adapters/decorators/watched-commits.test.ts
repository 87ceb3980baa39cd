import * as E from "fp-ts/Either";
import { watchedCommits } from "../../../src/adapters/decorators/watched-commits";
import type { Commit, CommitSlot, EventStore } from "../../../src/application/ports/events/event-store";
import { memoryMetrics } from "../../support/application/memory-metrics";

const labels = { port: "event store", method: "append" };
const commit: Commit = {
  events: [],
  head: { position: 0, messageId: 0, ids: {} },
  secrets: [],
  audit: [],
  jobs: [],
};

const watching = (append: CommitSlot["append"]) => {
  const metrics = memoryMetrics();
  const lines: string[] = [];
  const given: string[] = [];
  const slot: CommitSlot = {
    head: commit.head,
    append,
    release: async () => void given.push("back"),
  };
  const store: EventStore = { begin: async () => slot, create: () => Promise.reject(new Error("unused")) };
  const watched = watchedCommits(store, { metrics, onError: (line) => lines.push(line), slowAfter: 20 });
  return { metrics, lines, given, begin: () => watched.begin(1, 0) };
};

test("commits are measured as calls of the event store, from zero", async () => {
  const { metrics, lines, begin } = watching(async () => E.right(undefined));
  expect(metrics.isStarted("port_errors_total", labels)).toBe(true);
  expect(await (await begin()).append(commit)).toEqual(E.right(undefined));
  expect(metrics.counted("port_calls_total", labels)).toBe(1);
  expect(metrics.observed("port_call_seconds", labels)).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(lines).toEqual([]);
});

test("a commit that hangs is reported meanwhile, and its failure is counted", async () => {
  let fail: (error: Error) => void = () => {};
  const { metrics, lines, begin } = watching(() => new Promise((_, reject) => (fail = reject)));
  const appended = (await begin()).append(commit);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(lines).toEqual([expect.stringMatching(/^A commit has taken longer than 0\.02 seconds: /)]);
  fail(new Error("Query read timeout"));
  await expect(appended).rejects.toThrow("Query read timeout");
  expect(metrics.counted("port_errors_total", labels)).toBe(1);
  expect(metrics.observed("port_call_seconds", labels)[0]).toBeGreaterThan(0.02);
});

test("a slot can be released", async () => {
  const { given, begin } = watching(async () => E.right(undefined));
  await (await begin()).release();
  expect(given).toEqual(["back"]);
});
