/** How late a call may be, in milliseconds: calls of one interval share a timer. */
const span = 100;

/**
 * Delayed callbacks for thousands of polls or streams with similar delays: one timer for all, set for the first due.
 * Nearly all of those for polls are removed before they are due.
 */
export class HeartbeatWheel {
  /** Due calls, by the number of their interval. */
  private readonly spokes = new Map<number, Set<() => void>>();
  private timer: NodeJS.Timeout | undefined;
  /** The interval that the timer is set for. */
  private setFor = Number.POSITIVE_INFINITY;

  /** Schedules a call after a delay in milliseconds. Returns the key to remove it. */
  add(milliseconds: number, call: () => void): number {
    const spoke = Math.ceil((performance.now() + milliseconds) / span);
    const due = this.spokes.get(spoke);
    if (due) due.add(call);
    else this.spokes.set(spoke, new Set([call]));
    if (spoke < this.setFor) this.setTimer(spoke);
    return spoke;
  }

  remove(spoke: number, call: () => void): void {
    const due = this.spokes.get(spoke);
    if (due === undefined) return;
    due.delete(call);
    if (due.size === 0) this.spokes.delete(spoke);
    // A timer without queues would keep the process alive.
    if (this.spokes.size === 0) this.setTimer(Number.POSITIVE_INFINITY);
  }

  private setTimer(spoke: number): void {
    clearTimeout(this.timer);
    this.setFor = spoke;
    this.timer =
      spoke === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => this.turn(), Math.max(0, spoke * span - performance.now()));
  }

  private turn(): void {
    const now = performance.now();
    const due = [...this.spokes].filter(([spoke]) => spoke * span <= now);
    for (const [spoke, calls] of due) {
      this.spokes.delete(spoke);
      for (const call of calls) call();
    }
    let first = Number.POSITIVE_INFINITY;
    for (const spoke of this.spokes.keys()) first = Math.min(first, spoke);
    this.setTimer(first);
  }
}
