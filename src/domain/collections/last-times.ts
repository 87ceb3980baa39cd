/** Remembers when something about each key was last done. Bounded: drops the oldest. */
export class LastTimes<Key> {
  private readonly times = new Map<Key, number>();

  constructor(private readonly most: number) {}

  set(key: Key, now: number): void {
    this.times.delete(key);
    this.times.set(key, now);
    for (const oldest of this.times.keys()) {
      if (this.times.size <= this.most) return;
      this.times.delete(oldest);
    }
  }

  /** A clock may be set back, so a time may also be ahead of now. */
  isWithin(key: Key, now: number, milliseconds: number): boolean {
    return Math.abs(now - (this.times.get(key) ?? Number.NEGATIVE_INFINITY)) < milliseconds;
  }
}
