/** A place in the queue, or a turn. */
export interface Turn {
  /** Is `over` also for a requester who was refused. */
  readonly state: "waiting" | "running" | "over";
  /** Whether it waits for turns of others alone: its requester has fewer than they may. */
  readonly isHeldUp: boolean;
  /** Ends the turn, or stops waiting for it. */
  leave(): void;
}

/** What a turn needs from the queue that grants it. */
export interface Turns {
  readonly end: (ticket: Ticket) => void;
  readonly hasAll: (ticket: Ticket) => boolean;
}

/** A requester's turn from the moment that they ask for it. */
export class Ticket implements Turn {
  state: Turn["state"] = "waiting";
  /** When it was asked for, and later when it began. */
  since: number;

  constructor(
    readonly realm: string,
    /** Includes the realm, because users of two realms may have the same name. */
    readonly user: string,
    readonly settle: (isAdmitted: boolean) => void,
    private readonly turns: Turns,
    now: number,
  ) {
    this.since = now;
  }

  get isHeldUp(): boolean {
    return this.state === "waiting" && !this.turns.hasAll(this);
  }

  leave(): void {
    this.turns.end(this);
  }
}
