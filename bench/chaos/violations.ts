/** What must never happen, and its name in the summary. */
export const violationKinds = {
  lost: "acknowledged messages lost",
  doubled: "messages duplicated",
  refusedButSent: "refused messages that were sent",
  missing: "events never delivered",
  late: "events delivered later than 10 s after the faults ended",
  repeated: "event ids that repeated",
  backwards: "event ids that went backwards",
  disordered: "messages out of order",
  forbidden: "events delivered without permission",
  unknown: "events of messages that aren't in the log",
  queueLost: "queues lost before they expired",
  outOfStep: "clients that differ from a fresh registration",
  nodeEnded: "nodes that exited unexpectedly",
} as const;

/** One of the kinds. */
export type ViolationKind = keyof typeof violationKinds;

const mostExamples = 5;

/** Counts violations, and remembers the first few of each kind for the report. */
export class Violations {
  private readonly counts = new Map<ViolationKind, number>();
  private readonly shown = new Map<ViolationKind, string[]>();

  add(kind: ViolationKind, example: string, count = 1): void {
    if (count === 0) return;
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
    const examples = this.shown.get(kind) ?? [];
    if (examples.length < mostExamples) this.shown.set(kind, [...examples, example]);
  }

  count(kind: ViolationKind): number {
    return this.counts.get(kind) ?? 0;
  }

  examples(kind: ViolationKind): readonly string[] {
    return this.shown.get(kind) ?? [];
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
