import { none, type Option, some } from "fp-ts/Option";
import type { Requester } from "../ports/system/requester";
import { AdaptiveConcurrency, type OverloadLimits } from "./adaptive-concurrency";
import { CountsByName } from "./counts-by-name";
import { Ticket, type Turn, type Turns } from "./turn";

/** How many may hold a turn or wait for one: in total, and for each user. */
export interface TurnLimits {
  readonly running: number;
  readonly runningEach: number;
  readonly waiting: number;
  readonly waitingEach: number;
  /** How the class adapts to overload; absent for one that doesn't. */
  readonly overload?: OverloadLimits;
}

/** How often the queue is checked while anybody waits in it. */
const lookMilliseconds = 50;

/**
 * Runs a limited number of turns at a time; further requesters wait in a bounded queue. The next turn goes to
 * the organization with the fewest turns, and within it to the user with the fewest; ties go to the one
 * served longest ago. A full queue refuses the requester who waits for the most turns. In overload, those who have
 * waited too long are refused instead of served late.
 */
export class FairTurns {
  private readonly waiting: Ticket[] = [];
  private running = 0;
  private readonly runningCounts = new CountsByName();
  private readonly waitingCounts = new CountsByName();
  /** When each realm and user was last served, while they have a turn or wait. */
  private readonly servedAt = new Map<string, number>();
  private served = 0;
  private readonly names = new WeakMap<Requester, string>();
  private readonly turns: Turns = {
    end: (ticket) => this.leave(ticket),
    hasAll: (ticket) => this.hasAll(ticket),
  };

  private readonly concurrency: AdaptiveConcurrency;
  private looking: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: TurnLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.concurrency = new AdaptiveConcurrency(limits.running, limits.overload, now);
  }

  /**
   * Asks for a turn. For a requester who has to wait, `settle(true)` is called when the turn begins, or `settle(false)`
   * if the place goes to somebody else.
   */
  enter(requester: Requester, settle: (isAdmitted: boolean) => void): Turn {
    const ticket = new Ticket(requester.realm, this.nameOf(requester), settle, this.turns, this.now());
    this.refuseOverdue();
    if (this.mayRun(ticket)) {
      this.start(ticket);
      this.concurrency.note(this.running);
    } else if (this.makeRoomFor(ticket)) {
      this.waiting.push(ticket);
      this.count(this.waitingCounts, ticket, 1);
      this.look();
    } else ticket.state = "over";
    return ticket;
  }

  /** Does the work in a turn; none if the queue is full. */
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

  /** The number of running and waiting turns, and of remembered realms and users. */
  get load(): { readonly running: number; readonly waiting: number; readonly known: number } {
    return { running: this.running, waiting: this.waiting.length, known: this.servedAt.size };
  }

  /** The same callers return often, and a new string would have to be hashed at each lookup. */
  private nameOf(requester: Requester): string {
    let name = this.names.get(requester);
    if (name === undefined) {
      name = `${requester.realm} ${requester.user}`;
      this.names.set(requester, name);
    }
    return name;
  }

  private mayRun(ticket: Ticket): boolean {
    return this.running < this.concurrency.running && !this.hasAll(ticket);
  }

  /** Whether its user has as many turns as one user may. */
  private hasAll({ user }: Ticket): boolean {
    return this.runningCounts.get(user) >= this.limits.runningEach;
  }

  private start(ticket: Ticket): void {
    ticket.state = "running";
    ticket.since = this.now();
    this.running += 1;
    this.count(this.runningCounts, ticket, 1);
    this.served += 1;
    this.servedAt.set(ticket.realm, this.served).set(ticket.user, this.served);
  }

  private leave(ticket: Ticket): void {
    if (ticket.state === "waiting") this.giveUp(ticket);
    if (ticket.state !== "running") return;
    ticket.state = "over";
    this.refuseOverdue();
    this.concurrency.ended(ticket.since, this.running);
    this.running -= 1;
    this.count(this.runningCounts, ticket, -1);
    for (let next = this.next(); next !== undefined; next = this.next()) {
      this.giveUp(next);
      this.start(next);
      // In a separate turn of the event loop, so that a long queue doesn't become a deep stack.
      setImmediate(next.settle, true);
    }
    this.concurrency.note(this.running);
    this.forget(ticket);
  }

  /** Starts a timer that refuses overdue waits even when no turn starts or ends. */
  private look(): void {
    if (this.limits.overload === undefined) return;
    this.looking ??= setInterval(() => this.refuseOverdue(), lookMilliseconds);
  }

  /** Refuses those who have waited too long, if anybody has to wait because all turns are taken. */
  private refuseOverdue(): void {
    if (this.waiting.length === 0) return;
    const before = this.concurrency.refusedBefore(this.running);
    // They wait in order of arrival.
    for (let [first] = this.waiting; first !== undefined && first.since < before; [first] = this.waiting)
      this.refuse(first);
  }

  private refuse(ticket: Ticket): void {
    this.giveUp(ticket);
    setImmediate(ticket.settle, false);
  }

  private giveUp(ticket: Ticket): void {
    ticket.state = "over";
    this.waiting.splice(this.waiting.indexOf(ticket), 1);
    this.count(this.waitingCounts, ticket, -1);
    this.forget(ticket);
    if (this.waiting.length > 0) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }

  private next(): Ticket | undefined {
    let best: Ticket | undefined;
    for (const ticket of this.waiting)
      if (this.mayRun(ticket) && (best === undefined || this.isBefore(ticket, best))) best = ticket;
    return best;
  }

  /** Whether its turn comes first; ties go to the longer wait. */
  private isBefore(ticket: Ticket, other: Ticket): boolean {
    for (const who of ["realm", "user"] as const)
      for (const count of [
        this.runningCounts.get(ticket[who]) - this.runningCounts.get(other[who]),
        this.age(ticket[who], other[who]),
      ])
        if (count !== 0) return count < 0;
    return false;
  }

  private age(one: string, other: string): number {
    return (this.servedAt.get(one) ?? 0) - (this.servedAt.get(other) ?? 0);
  }

  /**
   * Whether one more may wait. If the user with the most waiting turns has more than this one's user, that
   * user's newest is refused instead.
   */
  private makeRoomFor(ticket: Ticket): boolean {
    if (this.waitingCounts.get(ticket.user) >= this.limits.waitingEach) return false;
    if (this.waiting.length < this.limits.waiting) return true;
    let last: Ticket | undefined;
    for (const other of this.waiting) if (last === undefined || !this.hasMore(last, other)) last = other;
    if (last === undefined) return false;
    const who = last.realm === ticket.realm ? "user" : "realm";
    if (this.waitingCounts.get(last[who]) <= this.waitingCounts.get(ticket[who]) + 1) return false;
    this.refuse(last);
    return true;
  }

  private hasMore(ticket: Ticket, other: Ticket): boolean {
    const more = this.waitingCounts.get(ticket.realm) - this.waitingCounts.get(other.realm);
    return (
      more > 0 || (more === 0 && this.waitingCounts.get(ticket.user) > this.waitingCounts.get(other.user))
    );
  }

  private count(counts: CountsByName, { realm, user }: Ticket, more: 1 | -1): void {
    counts.add(realm, more);
    counts.add(user, more);
  }

  private forget({ realm, user }: Ticket): void {
    for (const name of [realm, user])
      if (this.runningCounts.get(name) === 0 && this.waitingCounts.get(name) === 0)
        this.servedAt.delete(name);
  }
}
