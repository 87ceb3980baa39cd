import type { Either } from "fp-ts/Either";
import type { RealmId } from "../../domain/ids";
import type { Acting, Caller } from "../caller";
import { nextTurn } from "../next-turn";
import type { Transaction } from "../transaction";
import { Batch } from "./batch";
import { LaneLine } from "./lane-line";
import type { LanePorts } from "./lane-ports";
import type { LaneTimes } from "./lane-times";
import type { PreparedContent } from "./prepared-content";

/** A realm's serial queue of changes. Users who took little of the lane lately go first (decision 208). It ends when nothing waits. */
export class Lane {
  private readonly waiting: LaneLine;
  private isDraining = false;
  private endPause = (): void => {};

  constructor(
    private readonly ports: LanePorts,
    private readonly realmId: RealmId,
    private readonly times: LaneTimes,
    private readonly ended: () => void,
  ) {
    this.waiting = new LaneLine(times);
  }

  /** The number of waiting changes, excluding the running batch. */
  get depth(): number {
    return this.waiting.length;
  }

  /**
   * Estimated milliseconds that the user's queued work takes or pauses, if it exceeds the limit while others wait; otherwise 0. One bot's flood
   * doesn't get its owner's other bots refused: they only wait.
   */
  excessOf(by: Acting): number {
    const pause = this.times.pauseOf(by);
    if (pause > 0 && this.waiting.ownOf(by) > 0) return pause;
    // Rarely true, and counting scans the whole queue.
    if (!this.times.isCostly(by) || this.waiting.countOf(by) === this.waiting.length) return 0;
    return this.times.excessOf(by, this.waiting.ownOf(by));
  }

  /** Runs the work when the lane gets to it. If `content` was missing then, ignore the outcome and run the work again. */
  run<Outcome extends Either<unknown, unknown>>(
    by: Acting | Caller,
    work: (tx: Transaction) => Promise<Outcome>,
    content: PreparedContent,
  ): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.waiting.join({
        by,
        since: performance.now(),
        origin: this.ports.tracing.origin(),
        work,
        content,
        // Only ever called with an outcome of `work`.
        resolve: resolve as (outcome: Either<unknown, unknown>) => void,
        reject,
        isAlone: false,
      });
      this.endPause();
      if (!this.isDraining) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.isDraining = true;
    // Lets requests that arrive in the same turn of the event loop join the first batch.
    await nextTurn();
    while (this.waiting.length > 0)
      try {
        await this.pause();
        await new Batch(this.ports, this.realmId, this.waiting, this.times).run();
      } catch (error) {
        // A bug in the lane must not leave callers waiting forever.
        this.ports.onError(error);
        for (const { reject } of this.waiting.clear()) reject(error);
      }
    this.ended();
  }

  /** Waits while all work pauses. */
  private async pause(): Promise<void> {
    for (let left = this.waiting.pause(); left > 0; left = this.waiting.pause())
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
  }
}
