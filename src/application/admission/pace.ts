import type { TurnLimits } from "./fair-turns";

/** A request should have its answer so soon after its turn began, in milliseconds. */
const soonEnough = 300;
/** So many always run: one that is slow by itself must not stop all others. */
const fewest = 3;
const afterSlow = 0.6;
const afterQuick = 0.25;

/**
 * Lets fewer run at once while they take too long, and more again when they don't. What a process can do a second
 * depends on how many listen and how busy its machine is; how long requests take tells it.
 */
export class Pace {
  private running: number;
  private cutAt = 0;

  /** As turns have them: how many run changes with time. */
  readonly limits: TurnLimits;

  constructor(private readonly usual: TurnLimits) {
    this.running = usual.running;
    const current = (): number => Math.floor(this.running);
    this.limits = {
      runningEach: usual.runningEach,
      waiting: usual.waiting,
      waitingEach: usual.waitingEach,
      get running() {
        return current();
      },
    };
  }

  /** Whether fewer run than could. */
  get isSlowed(): boolean {
    return this.running < this.usual.running;
  }

  /** A request that began at one time, in milliseconds, ended at another. */
  took(beganAt: number, endedAt: number): void {
    const { running } = this.usual;
    if (endedAt - beganAt <= soonEnough) this.running = Math.min(running, this.running + afterQuick);
    // Those that began before the last cut say nothing of what it has brought.
    else if (beganAt >= this.cutAt) {
      this.running = Math.max(Math.min(fewest, running), this.running * afterSlow);
      this.cutAt = endedAt;
    }
  }
}
