/** A place in the queue, or a turn. */
export interface Turn {
  /** Is `over` also for a requester who was refused. */
  readonly state: "waiting" | "running" | "over";
  /** Whether it waits for turns of others alone: its requester has fewer than they may. */
  readonly isHeldUp: boolean;
  /** Ends the turn, or stops waiting for it. */
  leave(): void;
}
