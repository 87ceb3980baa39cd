/** Counters that all nodes share. They last about two minutes. */
export interface SharedCounts {
  /** Adds to the counters. Resolves to their totals across all nodes. */
  add(counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
}
