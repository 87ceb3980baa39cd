import type { Acting } from "../caller";
import type { LaneTimes } from "./lane-times";
import type { QueuedWork } from "./queued-work";

/**
 * The work that waits for a realm's lane, in the order of its arrival. Work of those whose work took long lately comes after everybody
 * else's; among them, the one whose work took least is first.
 */
export class LaneLine implements Iterable<QueuedWork> {
  /** Work that runs again, before all other. */
  private readonly returned: QueuedWork[] = [];
  private readonly arrived: QueuedWork[] = [];
  private readonly costly: QueuedWork[] = [];

  constructor(private readonly times: LaneTimes) {}

  get length(): number {
    return this.returned.length + this.arrived.length + this.costly.length;
  }

  *[Symbol.iterator](): Generator<QueuedWork> {
    yield* this.returned;
    yield* this.arrived;
    yield* this.costly;
  }

  join(work: QueuedWork): void {
    this.arrived.push(work);
  }

  /** Puts work that runs again in front of all other, but behind the first `behind` pieces. */
  putBack(work: readonly QueuedWork[], behind = 0): void {
    this.returned.splice(behind, 0, ...work);
  }

  /** Takes the work whose turn it is. Work that is expected to be heavy is only taken as the first of a commit. */
  take(isFirst: boolean): QueuedWork | undefined {
    const again = this.returned.shift();
    if (again) return again;
    for (let next = this.arrived.shift(); next !== undefined; next = this.arrived.shift()) {
      if (!this.times.isCostly(next.by)) return next;
      this.costly.push(next);
    }
    return this.takeLeastCostly(isFirst);
  }

  /** Takes everything. */
  clear(): readonly QueuedWork[] {
    return [this.returned, this.arrived, this.costly].flatMap((some) => some.splice(0));
  }

  /** How many pieces of a user's work wait. */
  countOf({ userId }: Acting): number {
    let count = 0;
    for (const { by } of this) if (by.userId === userId) count += 1;
    return count;
  }

  private takeLeastCostly(isFirst: boolean): QueuedWork | undefined {
    let [least, place] = [Number.POSITIVE_INFINITY, -1];
    for (const [index, { by }] of this.costly.entries()) {
      const spent = this.times.spentBy(by);
      if (spent < least) [least, place] = [spent, index];
    }
    const work = this.costly[place];
    if (work === undefined || (!isFirst && this.times.isHeavy(work.by))) return undefined;
    this.costly.splice(place, 1);
    return work;
  }
}
