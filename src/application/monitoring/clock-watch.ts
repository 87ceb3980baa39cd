import { millisecondsIn } from "../../domain/units/time";
import type { Clock } from "../ports/system/clock";
import type { SharedClock } from "../ports/system/shared-clock";

interface Ports {
  readonly clock: Clock;
  readonly sharedClock: SharedClock;
  readonly onError: (error: unknown) => void;
}

const { minute, second } = millisecondsIn;

/** Milliseconds. Second-factor codes, due times and limits that nodes share need clocks that agree. */
export const mostClockDifference = 10 * second;
/** Between two warnings. */
const warnEvery = minute;

/** Compares this process's clock with the database's, and warns while it is wrong. */
export class ClockWatch {
  private ahead = 0;
  private warnedAt = Number.NEGATIVE_INFINITY;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly ports: Ports) {}

  /** What is wrong with the clock, if anything. */
  problem(): string | undefined {
    if (Math.abs(this.ahead) <= mostClockDifference) return undefined;
    const seconds = Math.round(Math.abs(this.ahead) / second);
    return `The server's clock is ${seconds} seconds ${this.ahead < 0 ? "behind" : "ahead of"} the database's.`;
  }

  /** How far this clock is at least ahead of the database's, in milliseconds; negative if it is behind. */
  certainlyAhead(): number {
    return this.ahead;
  }

  isWrong(): boolean {
    return this.problem() !== undefined;
  }

  /** Resolves once the clock is right, or the signal aborts. */
  async untilRight(stopping: AbortSignal): Promise<void> {
    if (!this.isWrong() || stopping.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        this.waiting.delete(end);
        stopping.removeEventListener("abort", end);
        resolve();
      };
      this.waiting.add(end);
      stopping.addEventListener("abort", end);
    });
  }

  /** Rejects while the database doesn't answer, without changing the last result. */
  async compare(): Promise<void> {
    const { clock, sharedClock, onError } = this.ports;
    const before = clock.now();
    const shared = await sharedClock.now();
    const after = clock.now();
    // The shared time is from somewhere between the two.
    this.ahead = Math.max(0, before - shared) || Math.min(0, after - shared);
    const problem = this.problem();
    if (problem === undefined) for (const end of [...this.waiting]) end();
    if (problem === undefined || Math.abs(after - this.warnedAt) < warnEvery) return;
    this.warnedAt = after;
    onError(new Error(`${problem} Until they agree, this process runs no jobs. Synchronize both with NTP`));
  }
}
