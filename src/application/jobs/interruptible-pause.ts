import type { Clock } from "../ports/system/clock";

/** A pause that others can cut short. A call between two pauses isn't lost: it shortens the next one. */
export class InterruptiblePause {
  private endsAt = Number.POSITIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private resolve: (() => void) | undefined;

  constructor(private readonly clock: Clock) {}

  /** Forgets earlier calls. Call it before looking for work. */
  begin(): void {
    this.endsAt = Number.POSITIVE_INFINITY;
  }

  /** Resolves at a time in Unix milliseconds, or earlier if `endBy` or `end` asked for that since `begin`. */
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
