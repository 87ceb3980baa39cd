import type { Acting } from "../caller";
import type { LaneTimes } from "./lane-times";
import type { QueuedWork } from "./queued-work";

/** After this many milliseconds, work begins a commit even if others wait, but not two commits in a row. */
const longestWait = 1000;

/**
 * The work that waits for a realm's lane, in the order of its arrival. Work of those who took much of the lane lately comes after everybody
 * else's; among them, whoever took least is first. The work of one user stays in order.
 */
export class LaneLine implements Iterable<QueuedWork> {
  /** Work that runs again, before all other. */
  private readonly returned: QueuedWork[] = [];
  private readonly arrived: QueuedWork[] = [];
  /** Whether the last commit began with work that had waited too long. */
  private wasOverdue = false;

  constructor(
    private readonly times: LaneTimes,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get length(): number {
    return this.returned.length + this.arrived.length;
  }

  *[Symbol.iterator](): Generator<QueuedWork> {
    yield* this.returned;
    yield* this.arrived;
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
    const isOverdue = isFirst && this.isOverdue();
    if (isFirst) this.wasOverdue = isOverdue;
    if (isOverdue) return this.arrived.shift();
    const place = this.nextPlace();
    const next = this.arrived[place];
    if (next === undefined || (!isFirst && this.times.isHeavy(next.by))) return undefined;
    this.arrived.splice(place, 1);
    return next;
  }

  /** Takes everything. */
  clear(): readonly QueuedWork[] {
    return [...this.returned.splice(0), ...this.arrived.splice(0)];
  }

  /** How many pieces of work wait that a user answers for, or whoever answers for the user. */
  countOf(user: Acting): number {
    const payer = this.times.payerOf(user);
    let count = 0;
    for (const { by } of this) if (this.times.payerOf(by) === payer) count += 1;
    return count;
  }

  /** How many pieces of a user's own work wait. */
  ownOf({ userId, remoteAddress }: Acting): number {
    let count = 0;
    for (const { by } of this)
      if (userId === null ? by.remoteAddress === remoteAddress : by.userId === userId) count += 1;
    return count;
  }

  private isOverdue(): boolean {
    const [oldest] = this.arrived;
    return oldest !== undefined && !this.wasOverdue && this.now() - oldest.since > longestWait;
  }

  /** The place of the first work of somebody who took little of the lane, or else of whoever took least. */
  private nextPlace(): number {
    const judged = new Set<string | undefined>();
    let [least, place] = [Number.POSITIVE_INFINITY, 0];
    for (const [index, { by }] of this.arrived.entries()) {
      const payer = this.times.payerOf(by);
      if (judged.has(payer)) continue;
      judged.add(payer);
      if (!this.times.isCostly(by)) return index;
      const spent = this.times.spentBy(by);
      if (spent < least) [least, place] = [spent, index];
    }
    return place;
  }
}
