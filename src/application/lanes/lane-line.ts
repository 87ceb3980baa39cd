import type { Acting } from "../caller";
import type { LaneTimes } from "./lane-times";
import type { QueuedWork } from "./queued-work";

/** After this many milliseconds, work begins a commit even if others wait, but not two commits in a row. */
const longestWait = 1000;
/** More than anybody's milliseconds of the lane. */
const afterAllOther = 1e9;

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
    const overdue = isFirst ? this.overduePlace() : undefined;
    if (isFirst) this.wasOverdue = overdue !== undefined;
    if (overdue !== undefined) return this.arrived.splice(overdue, 1)[0];
    const place = this.nextPlace();
    const next = this.arrived[place];
    if (next === undefined) return undefined;
    if (!isFirst && (this.times.isHeavy(next.by) || this.times.pauseOf(next.by) > 0)) return undefined;
    this.arrived.splice(place, 1);
    return next;
  }

  /** The milliseconds until some work may run: 0, unless all of it pauses. */
  pause(): number {
    if (this.returned.length > 0 || this.arrived.length === 0) return 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [, { by }] of this.firstOfEach()) {
      least = Math.min(least, this.times.pauseOf(by));
      if (least === 0) break;
    }
    return least;
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

  /** The place of the oldest work that doesn't pause, if it has waited too long. */
  private overduePlace(): number | undefined {
    if (this.wasOverdue) return undefined;
    const latest = this.now() - longestWait;
    for (const [index, { by, since }] of this.firstOfEach()) {
      if (since >= latest) return undefined;
      if (this.times.pauseOf(by) === 0) return index;
    }
    return undefined;
  }

  /**
   * The place of the first work of somebody who took little of the lane, or else of whoever took least. Work that pauses comes after all
   * other.
   */
  private nextPlace(): number {
    let [least, place] = [Number.POSITIVE_INFINITY, 0];
    for (const [index, { by }] of this.firstOfEach()) {
      const pause = this.times.pauseOf(by);
      if (pause === 0 && !this.times.isCostly(by)) return index;
      const rank = pause > 0 ? afterAllOther + pause : this.times.spentBy(by);
      if (rank < least) [least, place] = [rank, index];
    }
    return place;
  }

  /** The first work of each who answers for some, and its place. */
  private *firstOfEach(): Generator<readonly [number, QueuedWork]> {
    const known = new Set<string | undefined>();
    for (const [index, work] of this.arrived.entries()) {
      const payer = this.times.payerOf(work.by);
      if (known.has(payer)) continue;
      known.add(payer);
      yield [index, work];
    }
  }
}
