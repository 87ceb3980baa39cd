/** How often it looks, in milliseconds. */
const interval = 5;

/**
 * Tells how late the event loop is. What somebody waited for may have been there all the time while others' work kept the process busy: that
 * isn't the time of their own work. Looks only while somebody asks.
 */
export class LoopLag {
  private watchers = 0;
  private timer: NodeJS.Timeout | undefined;
  /** When it looked last, and how late that was. */
  private lookedAt = 0;
  private late = 0;
  /** Up to when lag has been counted, so that reads at the same time don't count it twice. */
  private countedTo = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Awaits what others' work may delay. @returns its result, and by how many milliseconds that was delayed at its end. */
  async during<A>(wait: () => Promise<A>): Promise<{ readonly result: A; readonly lag: number }> {
    // Work that begins the wait is somebody's own.
    const waiting = wait();
    const began = this.now();
    this.begin();
    try {
      const result = await waiting;
      return { result, lag: this.lagSince(began) };
    } finally {
      this.end();
    }
  }

  /** Only what was blocked last: whatever came before, the answer wasn't there yet. */
  private lagSince(began: number): number {
    const now = this.now();
    const lag = this.late + Math.max(0, now - this.lookedAt - interval);
    const from = Math.max(began, now - lag, this.countedTo);
    this.countedTo = now;
    return Math.max(0, now - from);
  }

  private begin(): void {
    this.watchers += 1;
    if (this.timer !== undefined) return;
    this.lookedAt = this.now();
    this.late = 0;
    this.timer = setInterval(() => this.look(), interval).unref();
  }

  private look(): void {
    const now = this.now();
    this.late = Math.max(0, now - this.lookedAt - interval);
    this.lookedAt = now;
  }

  private end(): void {
    this.watchers -= 1;
    if (this.watchers > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
