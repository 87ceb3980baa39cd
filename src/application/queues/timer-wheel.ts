/** How late a call may be, in milliseconds: calls that are due in one slot are made together. */
const slotMilliseconds = 100;

/**
 * Delayed callbacks for thousands of polls or streams with similar delays: one timer for all, set for the first due.
 * Nearly all of those for polls are removed before they are due.
 */
export class TimerWheel {
  /** Calls by the slot that they are due in: the number of its 100 milliseconds. */
  private readonly slots = new Map<number, Set<() => void>>();
  private timer: NodeJS.Timeout | undefined;
  /** The slot that the timer is set for. */
  private setFor = Number.POSITIVE_INFINITY;

  /** Schedules a call after a delay in milliseconds. Returns its slot, which removing it takes. */
  add(milliseconds: number, call: () => void): number {
    const slot = Math.ceil((performance.now() + milliseconds) / slotMilliseconds);
    const due = this.slots.get(slot);
    if (due) due.add(call);
    else this.slots.set(slot, new Set([call]));
    if (slot < this.setFor) this.setTimer(slot);
    return slot;
  }

  remove(slot: number, call: () => void): void {
    const due = this.slots.get(slot);
    if (due === undefined) return;
    due.delete(call);
    if (due.size === 0) this.slots.delete(slot);
    // A timer without calls would keep the process alive.
    if (this.slots.size === 0) this.setTimer(Number.POSITIVE_INFINITY);
  }

  private setTimer(slot: number): void {
    clearTimeout(this.timer);
    this.setFor = slot;
    this.timer =
      slot === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => this.tick(), Math.max(0, slot * slotMilliseconds - performance.now()));
  }

  private tick(): void {
    const now = performance.now();
    const due = [...this.slots].filter(([slot]) => slot * slotMilliseconds <= now);
    for (const [slot, calls] of due) {
      this.slots.delete(slot);
      for (const call of calls) call();
    }
    let first = Number.POSITIVE_INFINITY;
    for (const slot of this.slots.keys()) first = Math.min(first, slot);
    this.setTimer(first);
  }
}
