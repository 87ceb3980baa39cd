import { none, type Option, some } from "fp-ts/Option";
import type { Requester } from "../ports/system/requester";
import { AdaptiveConcurrency, type OverloadLimits } from "./adaptive-concurrency";
import { Shares, Ticket, type TicketQueue } from "./fair-shares";
import type { SharedMemory, Sharer } from "./shared-memory";
import type { Turn } from "./turn";

/** How many may hold a turn or wait for one: in total, and for each user. */
export interface TurnLimits {
  readonly running: number;
  readonly runningEach: number;
  readonly waiting: number;
  readonly waitingEach: number;
  /** What a turn takes at most of the memory that several kinds of work share, in MiB; absent for little. */
  readonly mebibytes?: number;
  /** Whether its turns get such memory before those who wait for it. */
  readonly isUrgent?: boolean;
  /** How the class adapts to overload; absent for one that doesn't. */
  readonly overload?: OverloadLimits;
}

interface Surroundings {
  readonly now?: () => number;
  /** What turns with a share of memory take it from; absent for no limit. */
  readonly memory?: SharedMemory | undefined;
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
  private readonly shares: Shares;
  private running = 0;
  private readonly tickets: TicketQueue = {
    end: (ticket) => this.leave(ticket),
    hasAll: (user) => this.shares.hasAll(user),
  };

  private readonly concurrency: AdaptiveConcurrency;
  private readonly now: () => number;
  private readonly memory: SharedMemory | undefined;
  private readonly sharer: Sharer;
  private looking: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: TurnLimits,
    { now = () => performance.now(), memory }: Surroundings = {},
  ) {
    const { mebibytes, isUrgent = false } = limits;
    this.now = now;
    this.memory = mebibytes === undefined ? undefined : memory;
    this.sharer = { share: mebibytes ?? 0, isUrgent, startNext: () => this.startWaiting() };
    this.shares = new Shares(limits.runningEach);
    this.concurrency = new AdaptiveConcurrency(limits.running, limits.overload, now);
  }

  /**
   * Asks for a turn. For a requester who has to wait, `resolve(true)` is called when the turn begins, or `resolve(false)`
   * if the place goes to somebody else.
   */
  enter(requester: Requester, resolve: (isAdmitted: boolean) => void): Turn {
    this.refuseOverdue();
    const ticket = new Ticket(this.shares.of(requester), resolve, this.tickets, this.now());
    if (this.mayBegin(ticket) && this.takeMemory()) {
      this.start(ticket);
      this.concurrency.note(this.running);
    } else if (this.makeRoomFor(ticket)) {
      this.shares.wait(ticket);
      this.startWaiting();
      this.look();
    } else ticket.state = "over";
    this.forgoUnwanted();
    return ticket;
  }

  /** Waits for a turn, which the caller ends. Undefined if it was refused, or if the wait was stopped before it began. */
  begin(requester: Requester, onStop: (stop: () => void) => void = () => {}): Promise<Turn | undefined> {
    return new Promise((resolve) => {
      const turn = this.enter(requester, (isAdmitted) => resolve(isAdmitted ? turn : undefined));
      if (turn.state !== "waiting") resolve(turn.state === "running" ? turn : undefined);
      onStop(() => {
        if (turn.state !== "waiting") return;
        turn.leave();
        resolve(undefined);
      });
    });
  }

  /** Does the work in a turn; none if the queue is full, or if no turn begins within the longest wait, in milliseconds. */
  async take<A>(requester: Requester, work: () => Promise<A>, longestWait?: number): Promise<Option<A>> {
    let tooLong: NodeJS.Timeout | undefined;
    const turn = await this.begin(requester, (stop) => {
      if (longestWait !== undefined) tooLong = setTimeout(stop, longestWait);
    });
    clearTimeout(tooLong);
    if (turn === undefined) return none;
    try {
      return some(await work());
    } finally {
      turn.leave();
    }
  }

  /** The number of running and waiting turns, and of remembered realms and users. */
  get load(): { readonly running: number; readonly waiting: number; readonly known: number } {
    return { running: this.running, waiting: this.shares.waiting, known: this.shares.known };
  }

  private hasRoom(): boolean {
    return this.running < this.concurrency.running;
  }

  /** Whether only memory may stand in the way. Those who wait for memory come before newcomers. */
  private mayBegin({ user }: Ticket): boolean {
    if (!this.hasRoom() || this.shares.hasAll(user)) return false;
    return this.memory === undefined || this.shares.next === undefined;
  }

  private takeMemory(): boolean {
    return this.memory?.take(this.sharer) ?? true;
  }

  private start(ticket: Ticket): void {
    ticket.state = "running";
    this.running += 1;
    this.shares.start(ticket);
  }

  private leave(ticket: Ticket): void {
    if (ticket.state === "waiting") this.giveUp(ticket);
    if (ticket.state !== "running") return;
    ticket.state = "over";
    this.refuseOverdue();
    this.concurrency.ended(ticket.since, this.running);
    this.running -= 1;
    this.shares.end(ticket);
    this.memory?.giveBack(this.sharer);
    this.startWaiting();
    this.concurrency.note(this.running);
  }

  private startWaiting(): void {
    for (let { next } = this.shares; next !== undefined && this.hasRoom(); { next } = this.shares) {
      if (!this.takeMemory()) return;
      next.since = this.now();
      this.start(next);
      this.stopWaiting(next);
      // In a separate turn of the event loop, so that a long queue doesn't become a deep stack.
      setImmediate(next.resolve, true);
    }
  }

  /** Starts a timer that refuses overdue waits even when no turn starts or ends. */
  private look(): void {
    if (this.limits.overload === undefined) return;
    this.looking ??= setInterval(() => this.refuseOverdue(), lookMilliseconds);
  }

  /** Refuses those who have waited too long, if anybody has to wait because all turns are taken. */
  private refuseOverdue(): void {
    if (this.shares.waiting === 0) return;
    const before = this.concurrency.refusedBefore(this.running);
    for (let { first } = this.shares; first !== undefined && first.since < before; { first } = this.shares)
      this.refuse(first);
  }

  private refuse(ticket: Ticket): void {
    this.giveUp(ticket);
    setImmediate(ticket.resolve, false);
  }

  private giveUp(ticket: Ticket): void {
    ticket.state = "over";
    this.stopWaiting(ticket);
    this.forgoUnwanted();
  }

  /** Gives up the reservation of memory if nobody is waiting for it. */
  private forgoUnwanted(): void {
    if (this.shares.next === undefined) this.memory?.forgo(this.sharer);
  }

  private stopWaiting(ticket: Ticket): void {
    this.shares.stopWaiting(ticket);
    if (this.shares.waiting > 0) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }

  /**
   * Whether one more request may wait. If another user has more waiting than this one, that user's newest request is
   * refused instead.
   */
  private makeRoomFor({ user }: Ticket): boolean {
    if (user.waiting >= this.limits.waitingEach) return false;
    if (this.shares.waiting < this.limits.waiting) return true;
    const last = this.shares.newestOfMost;
    if (last === undefined) return false;
    const isSameRealm = last.user.realm === user.realm;
    const [most, own] = isSameRealm ? [last.user, user] : [last.user.realm, user.realm];
    if (most.waiting <= own.waiting + 1) return false;
    this.refuse(last);
    return true;
  }
}
