/** Counts that all nodes add to. They are kept for two minutes or so. */
export interface SharedCounts {
  /** Adds to counts. Resolves to what each comes to, with the additions of other nodes. */
  add(counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
}
