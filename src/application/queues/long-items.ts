import type { QueueItem } from "../../domain/queues/event-queue";

/** An item of more characters is long. */
export const longItem = 4000;

/**
 * The long items that some queues hold, each counted once, however many hold it. Short items aren't counted: there are too many of
 * them, and a queue that nobody polls is forgotten before they add up.
 */
export class LongItems {
  private readonly holders = new Map<QueueItem, number>();
  private sum = 0;

  /** The approximate length of all of them together, in characters. */
  get length(): number {
    return this.sum;
  }

  /** How many queues hold a long item. Undefined for a short one. */
  holdersOf(item: QueueItem): number | undefined {
    return this.holders.get(item);
  }

  hold(item: QueueItem, length: number): void {
    if (length <= longItem) return;
    const holders = this.holders.get(item) ?? 0;
    if (holders === 0) this.sum += length;
    this.holders.set(item, holders + 1);
  }

  release(item: QueueItem, length: number): void {
    if (length <= longItem) return;
    const holders = this.holders.get(item) ?? 0;
    if (holders > 1) this.holders.set(item, holders - 1);
    else if (this.holders.delete(item)) this.sum -= length;
  }
}
