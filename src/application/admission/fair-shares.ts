import type { Requester } from "../ports/system/requester";
import { Ranking } from "./ranking";
import type { Turn } from "./turn";
import { type Place, WaitingLine } from "./waiting-line";

/** What a ticket needs from the queue that issued it. */
export interface TicketQueue {
  readonly end: (ticket: Ticket) => void;
  readonly hasAll: (user: UserShare) => boolean;
}

/** A requester's turn from the moment that they ask for it. */
export class Ticket implements Turn {
  state: Turn["state"] = "waiting";
  /** The order of arrival of those who wait. */
  number = 0;
  /** Among the tickets of its user, and among all. */
  places: readonly [Place<Ticket>, Place<Ticket>] | undefined;

  constructor(
    readonly user: UserShare,
    readonly resolve: (isAdmitted: boolean) => void,
    private readonly queue: TicketQueue,
    /** When it was asked for, and later when it began. */
    public since: number,
  ) {}

  get isHeldUp(): boolean {
    return this.state === "waiting" && !this.queue.hasAll(this.user);
  }

  leave(): void {
    this.queue.end(this);
  }
}

/** The turns of one user. */
export class UserShare {
  running = 0;
  /** The number of the turn that began last; 0 for none. */
  servedAt = 0;
  readonly line = new WaitingLine<Ticket>();

  constructor(
    readonly name: string,
    readonly realm: RealmShare,
  ) {}

  get waiting(): number {
    return this.line.length;
  }

  get firstNumber(): number {
    return this.line.first?.number ?? 0;
  }

  get lastNumber(): number {
    return this.line.last?.number ?? 0;
  }
}

/** The turns of one organization. */
export class RealmShare {
  running = 0;
  servedAt = 0;
  waiting = 0;
  /** Its waiting users who may have one more turn, the next one first. */
  readonly due = new Ranking<UserShare>(isDueBefore);
  /** Its waiting users, the one with the most waiting requests first. */
  readonly crowd = new Ranking<UserShare>(hasMore);

  constructor(readonly name: string) {}

  get firstNumber(): number {
    return this.due.first?.firstNumber ?? 0;
  }

  get lastNumber(): number {
    return this.crowd.first?.lastNumber ?? 0;
  }
}

type Share = Pick<UserShare, "running" | "servedAt" | "waiting" | "firstNumber" | "lastNumber">;

/** Fewer turns come first, then whoever was served longer ago; among those never served, whoever arrived first. */
const isDueBefore = (one: Share, other: Share): boolean =>
  (one.running - other.running || one.servedAt - other.servedAt || one.firstNumber - other.firstNumber) < 0;

/** More waiting come first, or else whoever arrived last. */
const hasMore = (one: Share, other: Share): boolean =>
  (one.waiting - other.waiting || one.lastNumber - other.lastNumber) > 0;

const isMoreCrowded = (one: RealmShare, other: RealmShare): boolean => {
  const most = (realm: RealmShare): number => realm.crowd.first?.waiting ?? 0;
  return (one.waiting - other.waiting || most(one) - most(other) || one.lastNumber - other.lastNumber) > 0;
};

/**
 * Who holds turns and who waits for them, by organization and user. Each step costs the height of a heap: a thousand may
 * wait.
 */
export class Shares {
  private readonly realms = new Map<string, RealmShare>();
  private readonly users = new Map<string, UserShare>();
  private readonly names = new WeakMap<Requester, string>();
  private readonly line = new WaitingLine<Ticket>();
  private readonly due = new Ranking<RealmShare>(isDueBefore);
  private readonly crowd = new Ranking<RealmShare>(isMoreCrowded);
  private arrived = 0;
  private served = 0;

  constructor(private readonly runningEach: number) {}

  /** The number of those who wait. */
  get waiting(): number {
    return this.line.length;
  }

  /** The number of realms and users that have a turn or wait for one. */
  get known(): number {
    return this.realms.size + this.users.size;
  }

  /** The ticket that has waited longest. */
  get first(): Ticket | undefined {
    return this.line.first;
  }

  /** Whose turn is next, if one of those who wait may have one. */
  get next(): Ticket | undefined {
    return this.due.first?.due.first?.line.first;
  }

  /** The newest ticket of the user who waits for most, in the organization that does. */
  get newestOfMost(): Ticket | undefined {
    return this.crowd.first?.crowd.first?.line.last;
  }

  /** The share of a requester, which is known from its first turn or wait until its last one is over. */
  of(requester: Requester): UserShare {
    const name = this.nameOf(requester);
    const known = this.users.get(name);
    if (known) return known;
    return new UserShare(name, this.realms.get(requester.realm) ?? new RealmShare(requester.realm));
  }

  hasAll({ running }: UserShare): boolean {
    return running >= this.runningEach;
  }

  start({ user }: Ticket): void {
    this.served += 1;
    for (const share of [user, user.realm]) {
      share.running += 1;
      share.servedAt = this.served;
    }
    this.placeIfWaiting(user);
  }

  end({ user }: Ticket): void {
    for (const share of [user, user.realm]) share.running -= 1;
    this.placeIfWaiting(user);
  }

  wait(ticket: Ticket): void {
    const { user } = ticket;
    this.arrived += 1;
    ticket.number = this.arrived;
    ticket.places = [user.line.join(ticket), this.line.join(ticket)];
    user.realm.waiting += 1;
    this.place(user);
  }

  stopWaiting(ticket: Ticket): void {
    const { user, places } = ticket;
    if (places === undefined) return;
    user.line.leave(places[0]);
    this.line.leave(places[1]);
    ticket.places = undefined;
    user.realm.waiting -= 1;
    this.place(user);
  }

  /** After turns change. While nobody in the realm waits, there is nothing to rank. */
  private placeIfWaiting(user: UserShare): void {
    if (user.realm.waiting > 0) this.place(user);
    else this.rememberOrForget(user);
  }

  /** Ranks a user and their realm again after a change, or forgets them. */
  private place(user: UserShare): void {
    const { realm } = user;
    realm.due.place(user, user.waiting > 0 && !this.hasAll(user));
    realm.crowd.place(user, user.waiting > 0);
    this.due.place(realm, realm.due.first !== undefined);
    this.crowd.place(realm, realm.waiting > 0);
    this.rememberOrForget(user);
  }

  private rememberOrForget(user: UserShare): void {
    rememberIfBusy(this.users, user);
    rememberIfBusy(this.realms, user.realm);
  }

  /** The same callers return often, and a new string would have to be hashed at each lookup. */
  private nameOf(requester: Requester): string {
    let name = this.names.get(requester);
    if (name === undefined) {
      // Includes the realm, because users of two realms may have the same name.
      name = `${requester.realm} ${requester.user}`;
      this.names.set(requester, name);
    }
    return name;
  }
}

const rememberIfBusy = <
  S extends { readonly name: string; readonly running: number; readonly waiting: number },
>(
  known: Map<string, S>,
  share: S,
): void => {
  if (share.running + share.waiting > 0) known.set(share.name, share);
  else known.delete(share.name);
};
