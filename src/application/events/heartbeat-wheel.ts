/** How late a call may be, in milliseconds: calls of one span share a timer. */
const span = 100;

/**
 * Calls back after a while, for thousands who wait about as long: one timer for all of them, set for the first that is
 * due. Nearly all are removed before.
 */
export class HeartbeatWheel {
  /** What is due, by the number of its span. */
  private readonly spokes = new Map<number, Set<() => void>>();
  private timer: NodeJS.Timeout | undefined;
  /** The span that the timer is set for. */
  private setFor = Number.POSITIVE_INFINITY;

  /** Takes a call for after so many milliseconds; what to remove it by. */
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
    // A timer that nothing waits for would keep a process that ends.
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
