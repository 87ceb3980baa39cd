import type { NewSpan } from "../ports/system/tracing";
import type { QueuedWork } from "./queued-work";

/** The span of a commit. It continues the trace of its first change, and names the traces of the others. */
export const commitSpan = (work: readonly QueuedWork[], events: number, jobs: number): NewSpan => {
  const [from, ...alsoFor] = work.flatMap(({ origin }) => origin ?? []);
  const attributes = { "parley.changes": work.length, "parley.events": events, "parley.jobs": jobs };
  return { name: "commit", kind: "internal", attributes, from, alsoFor };
};
