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

/** The work of one realm. Whoever took little of the lane lately comes first (decision 208). The lane ends when nothing waits. */
export class Lane {
  private readonly waiting: LaneLine;
  private isDraining = false;

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

  /** The milliseconds that a user's waiting work will take, if others wait too and that is too long for more of it; otherwise 0. */
  excessOf(by: Acting): number {
    // Nearly nobody's work is, and counting looks at all that waits.
    if (!this.times.isCostly(by)) return 0;
    const own = this.waiting.countOf(by);
    return own < this.waiting.length ? this.times.excessOf(by, own) : 0;
  }

  /** Runs the work in its turn. If `content` was missing then, ignore the outcome and run the work again. */
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
      if (!this.isDraining) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.isDraining = true;
    // Lets requests that arrive in the same turn of the event loop join the first batch.
    await nextTurn();
    while (this.waiting.length > 0)
      try {
        await new Batch(this.ports, this.realmId, this.waiting, this.times).run();
      } catch (error) {
        // A bug in the lane must not leave callers waiting forever.
        this.ports.onError(error);
        for (const { reject } of this.waiting.clear()) reject(error);
      }
    this.ended();
  }
}
