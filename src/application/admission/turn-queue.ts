/**
 * Runs queued work in order, a fixed number of pieces in each turn of the event loop: for pieces of about the same size. `SlicedWork`
 * measures time instead, for pieces that differ.
 */
export class TurnQueue {
  private readonly waiting: (() => void)[] = [];
  private isScheduled = false;

  constructor(private readonly perTurn: number) {}

  add(work: () => void): void {
    this.waiting.push(work);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(this.run);
  }

  private readonly run = (): void => {
    this.isScheduled = false;
    const due = this.waiting.splice(0, this.perTurn);
    if (this.waiting.length > 0) this.schedule();
    for (const work of due) work();
  };
}
