/** Rings when this process has enqueued jobs, so that they needn't wait for the next poll of the queue. */
export class JobBell {
  private readonly listeners = new Set<(dueAt: number) => void>();

  /**
   * Call after a commit. `dueAt` is when the first of its jobs is due, in Unix milliseconds; Infinity without
   * jobs.
   */
  ring(dueAt: number): void {
    if (dueAt === Number.POSITIVE_INFINITY) return;
    for (const listener of this.listeners) listener(dueAt);
  }

  /** Calls the listener at each ring. Returns the function that stops it. */
  listen(listener: (dueAt: number) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
}
