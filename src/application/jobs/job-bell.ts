/** Rings when this process has enqueued jobs, so that they needn't wait for the next look at the queue. */
export class JobBell {
  private readonly listeners = new Set<(dueAt: number) => void>();

  /** A commit stands, and the first of its jobs is due at a time in Unix milliseconds; Infinity where it has none. */
  ring(dueAt: number): void {
    if (dueAt === Number.POSITIVE_INFINITY) return;
    for (const listener of this.listeners) listener(dueAt);
  }

  /** Calls the listener at each ring, until it is told to stop. */
  listen(listener: (dueAt: number) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
}
