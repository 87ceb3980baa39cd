import type { Clock } from "../ports/clock";

/** A pause that others can cut short. What they say between two pauses isn't lost: it shortens the next one. */
export class Rest {
  private endsAt = Number.POSITIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private resolve: (() => void) | undefined;

  constructor(private readonly clock: Clock) {}

  /** Forgets what was said before. To be called before looking for what there is to do. */
  begin(): void {
    this.endsAt = Number.POSITIVE_INFINITY;
  }

  /** Resolves at a time in Unix milliseconds, or earlier if somebody has asked for that since it began. */
  until(time: number): Promise<void> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.endBy(time);
      this.arm();
    });
  }

  /** Ends the pause at a time in Unix milliseconds, if it would last longer. */
  endBy(time: number): void {
    if (time >= this.endsAt) return;
    this.endsAt = time;
    if (this.resolve) this.arm();
  }

  /** Ends the pause now. */
  end(): void {
    this.endBy(0);
  }

  private arm(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.resolve?.();
        this.resolve = undefined;
      },
      Math.max(0, this.endsAt - this.clock.now()),
    );
  }
}
