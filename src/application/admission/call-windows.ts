/** The calls of one caller in a window of time that began with the first of them. */
interface CallWindow {
  calls: number;
  /** Unix milliseconds. */
  readonly endsAt: number;
}

/** Counts each caller's calls in windows of one length. */
export class CallWindows {
  /** In the order in which they end. */
  private readonly windows = new Map<string, CallWindow>();

  constructor(
    private readonly milliseconds: number,
    private readonly now: () => number,
  ) {}

  /** How many callers are remembered. */
  get size(): number {
    return this.windows.size;
  }

  /** Adds to the calls in the caller's window, or in a new one if that has ended. */
  add(caller: string, calls: number): Readonly<CallWindow> {
    const now = this.now();
    const known = this.windows.get(caller);
    if (known !== undefined && known.endsAt > now) {
      known.calls += calls;
      return known;
    }
    this.forgetUntil(now);
    const begun = { calls, endsAt: now + this.milliseconds };
    this.windows.set(caller, begun);
    return begun;
  }

  private forgetUntil(now: number): void {
    for (const [caller, { endsAt }] of this.windows) {
      if (endsAt > now) return;
      this.windows.delete(caller);
    }
  }
}
