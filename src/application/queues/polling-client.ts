const nothing = (): void => {};

/** The client of a poll, which may leave at any moment: while the poll waits, or between two waits. */
export class PollingClient {
  private hasLeft = false;
  private forget = nothing;

  get isGone(): boolean {
    return this.hasLeft;
  }

  /** Calls back when the client leaves, or at once if it has. Replaces the callback of the wait before. */
  whenGone(forget: () => void): void {
    this.forget = forget;
    if (this.hasLeft) forget();
  }

  leave(): void {
    this.hasLeft = true;
    this.forget();
  }
}
