import { none, type Option, some } from "fp-ts/Option";

/** Who asks for a turn. Organizations share first, then the users of each. */
export interface Requester {
  readonly realm: string;
  readonly user: string;
}

/** How many may hold a turn or wait for one: all together, and each user. */
export interface TurnLimits {
  readonly running: number;
  readonly runningEach: number;
  readonly waiting: number;
  readonly waitingEach: number;
}

/** A place in the queue, or a turn. */
export interface Turn {
  /** Over also for who found no room. */
  readonly state: "waiting" | "running" | "over";
  /** Ends the turn, or gives up waiting for it. */
  leave(): void;
}

interface Ticket {
  readonly realm: string;
  /** With the realm, as users of two realms may have one name. */
  readonly user: string;
  readonly settle: (isAdmitted: boolean) => void;
  state: Turn["state"];
}

/** Counts by name; a count of nothing isn't kept. */
class Tally {
  private readonly counts = new Map<string, number>();

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  add(name: string, more: 1 | -1): void {
    const count = this.of(name) + more;
    if (count === 0) this.counts.delete(name);
    else this.counts.set(name, count);
  }
}

/**
 * Does so much at a time, and lets the rest wait in a queue that has an end. The next turn goes to the organization
 * with the fewest turns, and there to the user with the fewest; where these are equal, to whoever was served longest
 * ago. A full queue refuses whoever waits for most.
 */
export class FairTurns {
  private readonly waiting: Ticket[] = [];
  private running = 0;
  private readonly runningOf = new Tally();
  private readonly waitingOf = new Tally();
  /** When each realm and user was last served, as long as they have a turn or wait. */
  private readonly servedAt = new Map<string, number>();
  private served = 0;

  constructor(private readonly limits: TurnLimits) {}

  /**
   * Asks for a turn. Who has to wait for it is told by `settle`, later, when it begins; or with false when others needed
   * the room more.
   */
  enter(requester: Requester, settle: (isAdmitted: boolean) => void): Turn {
    const { realm } = requester;
    const one: Ticket = { realm, user: `${realm} ${requester.user}`, settle, state: "waiting" };
    if (this.mayRun(one)) this.start(one);
    else if (this.makeRoomFor(one)) {
      this.waiting.push(one);
      this.count(this.waitingOf, one, 1);
    } else one.state = "over";
    return {
      get state() {
        return one.state;
      },
      leave: () => this.leave(one),
    };
  }

  /** Does the work in a turn; none where there is no room. */
  async take<A>(requester: Requester, work: () => Promise<A>): Promise<Option<A>> {
    let settle = (_isAdmitted: boolean): void => {};
    const settled = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const turn = this.enter(requester, settle);
    if (turn.state === "over" || (turn.state === "waiting" && !(await settled))) return none;
    try {
      return some(await work());
    } finally {
      turn.leave();
    }
  }

  /** How many turns are held and waited for, and how many realms and users are remembered. */
  get load(): { readonly running: number; readonly waiting: number; readonly known: number } {
    return { running: this.running, waiting: this.waiting.length, known: this.servedAt.size };
  }

  private mayRun({ user }: Ticket): boolean {
    return this.running < this.limits.running && this.runningOf.of(user) < this.limits.runningEach;
  }

  private start(one: Ticket): void {
    one.state = "running";
    this.running += 1;
    this.count(this.runningOf, one, 1);
    this.served += 1;
    this.servedAt.set(one.realm, this.served).set(one.user, this.served);
  }

  private leave(one: Ticket): void {
    if (one.state === "waiting") this.giveUp(one);
    if (one.state !== "running") return;
    one.state = "over";
    this.running -= 1;
    this.count(this.runningOf, one, -1);
    const next = this.next();
    if (next !== undefined) {
      this.giveUp(next);
      this.start(next);
      // In a turn of the event loop of its own, so that a long queue is no deep stack.
      setImmediate(next.settle, true);
    }
    this.forget(one);
  }

  private giveUp(one: Ticket): void {
    one.state = "over";
    this.waiting.splice(this.waiting.indexOf(one), 1);
    this.count(this.waitingOf, one, -1);
    this.forget(one);
  }

  private next(): Ticket | undefined {
    let best: Ticket | undefined;
    for (const one of this.waiting)
      if (this.mayRun(one) && (best === undefined || this.isBefore(one, best))) best = one;
    return best;
  }

  /** Whether its turn comes first; who waits longer goes first where they are equal. */
  private isBefore(one: Ticket, other: Ticket): boolean {
    for (const who of ["realm", "user"] as const)
      for (const count of [
        this.runningOf.of(one[who]) - this.runningOf.of(other[who]),
        this.age(one[who], other[who]),
      ])
        if (count !== 0) return count < 0;
    return false;
  }

  private age(one: string, other: string): number {
    return (this.servedAt.get(one) ?? 0) - (this.servedAt.get(other) ?? 0);
  }

  /** Whether one more may wait; the newest of who waits for most goes for it, where that is more than theirs. */
  private makeRoomFor(one: Ticket): boolean {
    if (this.waitingOf.of(one.user) >= this.limits.waitingEach) return false;
    if (this.waiting.length < this.limits.waiting) return true;
    let last: Ticket | undefined;
    for (const other of this.waiting) if (last === undefined || !this.hasMore(last, other)) last = other;
    if (last === undefined) return false;
    const who = last.realm === one.realm ? "user" : "realm";
    if (this.waitingOf.of(last[who]) <= this.waitingOf.of(one[who]) + 1) return false;
    this.giveUp(last);
    setImmediate(last.settle, false);
    return true;
  }

  private hasMore(one: Ticket, other: Ticket): boolean {
    const more = this.waitingOf.of(one.realm) - this.waitingOf.of(other.realm);
    return more > 0 || (more === 0 && this.waitingOf.of(one.user) > this.waitingOf.of(other.user));
  }

  private count(tally: Tally, { realm, user }: Ticket, more: 1 | -1): void {
    tally.add(realm, more);
    tally.add(user, more);
  }

  private forget({ realm, user }: Ticket): void {
    for (const name of [realm, user])
      if (this.runningOf.of(name) === 0 && this.waitingOf.of(name) === 0) this.servedAt.delete(name);
  }
}
