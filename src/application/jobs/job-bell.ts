/** Rings when this process has enqueued jobs, so that they needn't wait for the next look at the queue. */
export class JobBell {
  private readonly listeners = new Set<(dueAt: number) => void>();

  /** Jobs were committed, the first of them due at a time in Unix milliseconds. */
  ring(dueAt: number): void {
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
