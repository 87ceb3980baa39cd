/** What must never be, and how the summary calls it. */
export const violationKinds = {
  lost: "acknowledged messages lost",
  doubled: "messages doubled",
  refusedButSent: "refused messages that were sent",
  missing: "events never delivered",
  late: "events delivered later than 10 s after the faults ended",
  repeated: "event ids that came again",
  backwards: "event ids that went backwards",
  disordered: "messages out of order",
  forbidden: "events seen by who may not",
  unknown: "events of no message in the log",
  queueLost: "queues lost before they expired",
  outOfStep: "clients out of step with a fresh registration",
  nodeEnded: "nodes that ended by themselves",
} as const;

/** One of the kinds. */
export type ViolationKind = keyof typeof violationKinds;

const mostExamples = 5;

/** Counts violations, and keeps the first few of each kind to be shown. */
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
