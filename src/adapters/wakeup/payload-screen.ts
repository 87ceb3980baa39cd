import type { Clock } from "../../application/ports/system/clock";
import type { Sending } from "./bus-payload";

/** How old a payload may be, in milliseconds, and how far the clocks of two nodes may differ. */
const freshMilliseconds = 60_000;
const mostSenders = 1000;

/** Refuses payloads that somebody recorded on the bus and sends again. */
export class PayloadScreen {
  /** The number of each sender's newest payload. */
  private readonly newest = new Map<string, number>();
  private hasReported = false;

  constructor(
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Whether to act on a payload. A number that isn't above the sender's last one means a replay. If the sender is new to this node, or the
   * payload comes from another realm's channel, only its time can be checked.
   */
  admits({ from, number, sentAt }: Sending): boolean {
    if (number <= (this.newest.get(from) ?? 0)) return false;
    const age = this.clock.now() - sentAt;
    if (Math.abs(age) > freshMilliseconds) {
      this.reportOnce(age);
      return false;
    }
    this.newest.delete(from);
    this.newest.set(from, number);
    for (const silent of this.newest.keys()) {
      if (this.newest.size <= mostSenders) break;
      this.newest.delete(silent);
    }
    return true;
  }

  /** Only once, so that somebody who replays recorded payloads can't fill the log. */
  private reportOnce(age: number): void {
    if (this.hasReported) return;
    this.hasReported = true;
    const seconds = Math.round(age / 1000);
    const allowed = freshMilliseconds / 1000;
    this.onError(
      new Error(
        `Ignored a notification of another node that was sent ${seconds} seconds ago by that node's clock: clocks may differ by ${allowed} seconds`,
      ),
    );
  }
}
