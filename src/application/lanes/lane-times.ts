import type { RealmId, UserId } from "../../domain/ids";
import type { Acting } from "../caller";

/** What is known of a user's work counts half as much after this many milliseconds. */
const halfLife = 2000;
/** A user who took more than this many milliseconds of the lane lately waits for everybody else: about a tenth of it, sustained. */
const costly = 300;
/** Work that writes more rows than this commits alone. Not by its time: on a slow disk, all work would. */
const heavy = 500;
/** The milliseconds for which the waiting work of one user may take the lane. */
const mostWaiting = 500;
/**
 * While others change something, deliveries of a user's changes may take this many milliseconds lately: about half of the process,
 * sustained.
 */
const mostDelivering = 1400;
/** More of them are forgiven, so that no work pauses for much longer than a second. */
const mostCharged = 2000;
/** A user is alone once nobody else has asked for a change in as many milliseconds. */
const aloneAfter = 1000;
/** How much the newest piece of work counts in the averages of a user's work. */
const newest = 0.3;
/** Up to this many users, looking for those to forget isn't worth it. */
const fewestRemembered = 1000;
/** A user who took fewer milliseconds lately is forgotten. */
const negligible = 1;

interface Spent {
  readonly at: number;
  readonly milliseconds: number;
  /** Averages of the pieces of work that wrote something: their milliseconds, and their rows. */
  readonly each: number;
  readonly rows: number;
  /** Milliseconds of delivering their changes to clients. */
  readonly delivering: number;
}

const nothing: Spent = { at: 0, milliseconds: 0, each: 0, rows: 0, delivering: 0 };

interface Arrival {
  readonly payer: string | undefined;
  readonly at: number;
}

/**
 * How long each user's work took their realm's lane lately. A lane is as slow as its slowest work, so those whose work takes long wait for
 * the others, and can't queue much of it. A bot's work counts as its owner's. The server's own work is left alone: it comes in slices, and
 * people may wait for it.
 */
export class LaneTimes {
  private readonly users = new Map<string, Spent>();
  private forgetsAt = fewestRemembered;
  /** Who asked for a change last, and who did before them. */
  private last: Arrival = { payer: undefined, at: Number.NEGATIVE_INFINITY };
  private lastOther = this.last;

  constructor(
    /** Who answers for a user's work: the owner of a bot. */
    private readonly answerableFor: (realmId: RealmId, userId: UserId) => UserId,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whom work counts for, in one realm: a user, or a visitor by address. Undefined for the server itself. */
  payerOf({ realmId, userId, remoteAddress }: Acting): string | undefined {
    const payer = userId === null ? remoteAddress : this.answerableFor(realmId, userId);
    return payer === undefined ? undefined : `${realmId} ${payer}`;
  }

  /** Adds the milliseconds that a piece of a user's work took, and about how many rows it wrote. */
  charge(by: Acting, milliseconds: number, rows: number): void {
    const payer = this.payerOf(by);
    if (payer === undefined) return;
    const before = this.of(by);
    const average = (known: number, added: number): number =>
      rows > 0 ? known + newest * (added - known) : known;
    this.remember(payer, {
      ...before,
      milliseconds: before.milliseconds + milliseconds,
      each: average(before.each, milliseconds),
      rows: average(before.rows, rows),
    });
  }

  /** Adds the milliseconds that delivering a user's changes to clients takes. */
  chargeDeliveries(by: Acting, milliseconds: number): void {
    const payer = this.payerOf(by);
    if (payer === undefined || milliseconds === 0) return;
    const before = this.of(by);
    this.remember(payer, { ...before, delivering: Math.min(mostCharged, before.delivering + milliseconds) });
  }

  /** Notes that somebody has asked for a change. */
  arrived(by: Acting): void {
    const payer = this.payerOf(by);
    if (payer === undefined) return;
    if (payer !== this.last.payer) this.lastOther = this.last;
    this.last = { payer, at: this.now() };
  }

  /**
   * The milliseconds that a user's work pauses, because delivering their changes took much of the process while others changed something too;
   * otherwise 0.
   */
  pauseOf(by: Acting): number {
    const { delivering } = this.of(by);
    if (delivering <= mostDelivering || this.isAlone(by)) return 0;
    return halfLife * Math.log2(delivering / mostDelivering);
  }

  /** The milliseconds that a user's work took lately. */
  spentBy(by: Acting): number {
    return this.of(by).milliseconds;
  }

  /** Whether a user's work waits for everybody else's. */
  isCostly(by: Acting): boolean {
    const { milliseconds, rows } = this.of(by);
    return milliseconds > costly || rows > heavy;
  }

  /** Whether a user's next piece of work probably writes many rows, because their last ones did. */
  isHeavy(by: Acting): boolean {
    return this.of(by).rows > heavy;
  }

  /** The milliseconds that a costly user's waiting work will take, if that is too long for more of it to wait; otherwise 0. */
  excessOf(by: Acting, waiting: number): number {
    const excess = waiting * this.of(by).each;
    return excess > mostWaiting ? excess : 0;
  }

  /** The number of users it remembers. */
  get known(): number {
    return this.users.size;
  }

  private isAlone(by: Acting): boolean {
    const other = this.last.payer === this.payerOf(by) ? this.lastOther : this.last;
    return this.now() - other.at > aloneAfter;
  }

  private remember(payer: string, spent: Spent): void {
    this.users.set(payer, spent);
    if (this.users.size >= this.forgetsAt) this.forget();
  }

  private of(by: Acting): Spent {
    const payer = this.payerOf(by);
    const spent = payer === undefined ? undefined : this.users.get(payer);
    return faded(spent ?? nothing, this.now());
  }

  private forget(): void {
    const now = this.now();
    for (const [payer, spent] of this.users) if (isNegligible(faded(spent, now))) this.users.delete(payer);
    this.forgetsAt = Math.max(fewestRemembered, 2 * this.users.size);
  }
}

const isNegligible = ({ milliseconds, delivering }: Spent): boolean =>
  milliseconds < negligible && delivering < negligible;

const faded = ({ at, milliseconds, each, rows, delivering }: Spent, now: number): Spent => {
  const part = 2 ** ((at - now) / halfLife);
  return {
    at: now,
    milliseconds: milliseconds * part,
    each: each * part,
    rows: rows * part,
    delivering: delivering * part,
  };
};
