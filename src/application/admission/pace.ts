/** How a class of work reacts to overload. In milliseconds. */
export interface PaceLimits {
  /** While turns take longer than this, fewer run at once. */
  readonly runsWithin: number;
  /** The longest wait for a turn: longer ones are refused. A burst may wait this long. */
  readonly patience: number;
  /** The same once others have waited for that long without a break: then it is no burst, and a queue only adds delay. */
  readonly patienceInOverload: number;
}

/** This many turns always run at once. */
const fewest = 4;
const cutTo = 0.7;

/**
 * Adapts the number of turns that run at once, and how long others may wait for one, to the time that turns take. The number
 * falls at once and grows slowly, like the window of a TCP connection; the wait is bounded as in CoDel, by how long the queue
 * has been standing rather than by its length.
 */
export class Pace {
  private allowed: number;
  private lastCutAt = Number.NEGATIVE_INFINITY;
  /** When a turn was last free. */
  private lastRoomAt: number;

  constructor(
    private readonly most: number,
    private readonly limits: PaceLimits | undefined,
    private readonly now: () => number,
  ) {
    this.allowed = most;
    this.lastRoomAt = now();
  }

  /** How many turns may run at once. */
  get running(): number {
    return Math.floor(this.allowed);
  }

  /** Notes how many turns run, at each arrival and departure. */
  note(running: number): void {
    if (running < this.running) this.lastRoomAt = this.now();
  }

  /** Notes how long a turn took. `wasFull` tells whether others could have used more of them. */
  ended(began: number, wasFull: boolean): void {
    const { limits, now } = this;
    if (limits === undefined) return;
    const time = now();
    if (time - began <= limits.runsWithin) {
      if (wasFull) this.allowed = Math.min(this.most, this.allowed + 1 / this.allowed);
    } else if (time - this.lastCutAt > limits.runsWithin) {
      this.lastCutAt = time;
      this.allowed = Math.max(Math.min(fewest, this.most), this.allowed * cutTo);
    }
  }

  /** Requesters who asked before this time and still wait are refused; while turns are free, nobody is. */
  refusedBefore(running: number): number {
    if (this.limits === undefined || running < this.running) return Number.NEGATIVE_INFINITY;
    const { patience, patienceInOverload } = this.limits;
    const time = this.now();
    return time - (time - this.lastRoomAt > patience ? patienceInOverload : patience);
  }
}
