import type { Acting } from "../caller";

/** Half of what a user's work took is forgotten after this many milliseconds. */
const halfLife = 2000;
/** Whoever's work took the lane longer lately, in milliseconds, waits for everybody else: about a tenth of the lane all the time. */
const costly = 300;
/** Work that writes more rows than this commits alone. Not by its time: on a slow disk, all work would. */
const heavy = 500;
/** The milliseconds for which the waiting work of one user may take the lane. */
const mostWaiting = 500;
/** How much the newest piece of work counts in the average of a user's work. */
const newest = 0.3;
const fewestRemembered = 1000;
const negligible = 1;

interface Spent {
  milliseconds: number;
  at: number;
  /** Averages of the pieces of work that wrote something: their milliseconds, and their rows. */
  each: number;
  rows: number;
}

/**
 * How long each user's work took their realm's lane lately. A lane is as slow as its slowest work, so those whose work takes long wait for
 * the others, and can't queue much of it.
 */
export class LaneTimes {
  private readonly users = new Map<string, Spent>();
  private forgetsAt = fewestRemembered;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Adds the time that a piece of a user's work took, and about how many rows it wrote. */
  charge(by: Acting, milliseconds: number, rows: number): void {
    const name = nameOf(by);
    const at = this.now();
    const spent = this.users.get(name) ?? { milliseconds: 0, at, each: 0, rows: 0 };
    spent.milliseconds = remaining(spent, at) + milliseconds;
    spent.at = at;
    if (rows > 0) {
      spent.each += newest * (milliseconds - spent.each);
      spent.rows += newest * (rows - spent.rows);
    }
    this.users.set(name, spent);
    if (this.users.size >= this.forgetsAt) this.forget(at);
  }

  /** The milliseconds that a user's work took lately. */
  spentBy(by: Acting): number {
    const spent = this.users.get(nameOf(by));
    return spent === undefined ? 0 : remaining(spent, this.now());
  }

  /** Whether a user's work waits for everybody else's. */
  isCostly(by: Acting): boolean {
    return this.spentBy(by) > costly || this.isHeavy(by);
  }

  /** Whether a user's next piece of work probably writes many rows, because their last ones did. */
  isHeavy(by: Acting): boolean {
    return (this.users.get(nameOf(by))?.rows ?? 0) > heavy;
  }

  /** How long the work that a user has waiting takes, if that is too long for more of it to wait; otherwise 0. */
  excessOf(by: Acting, countWaiting: () => number): number {
    if (!this.isCostly(by)) return 0;
    const waiting = (this.users.get(nameOf(by))?.each ?? 0) * countWaiting();
    return waiting > mostWaiting ? waiting : 0;
  }

  /** The number of users it remembers. */
  get known(): number {
    return this.users.size;
  }

  private forget(at: number): void {
    for (const [name, spent] of this.users) if (remaining(spent, at) < negligible) this.users.delete(name);
    this.forgetsAt = Math.max(fewestRemembered, 2 * this.users.size);
  }
}

const remaining = ({ milliseconds, at }: Spent, now: number): number =>
  milliseconds * 2 ** ((at - now) / halfLife);

/** The server itself counts as one user of each realm. */
const nameOf = ({ realmId, userId }: Acting): string => `${realmId} ${userId}`;
