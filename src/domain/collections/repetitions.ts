interface Repeated {
  readonly at: number;
  silent: number;
}

/** Lets one of many occurrences through in each span of time, by key, and counts the others. Bounded: forgets the oldest keys. */
export class Repetitions<Key> {
  private readonly seen = new Map<Key, Repeated>();

  constructor(
    /** In the unit of the times that are noted. */
    private readonly span: number,
    private readonly most: number,
  ) {}

  /** How many were suppressed since the last report; undefined if this one is suppressed, too. */
  note(key: Key, now: number): number | undefined {
    const last = this.seen.get(key);
    // A clock may be set back, so a time may also be ahead of now.
    if (last !== undefined && Math.abs(now - last.at) < this.span) {
      last.silent += 1;
      return undefined;
    }
    this.seen.delete(key);
    this.seen.set(key, { at: now, silent: 0 });
    const [oldest] = this.seen.keys();
    if (this.seen.size > this.most && oldest !== undefined) this.seen.delete(oldest);
    return last?.silent ?? 0;
  }
}
