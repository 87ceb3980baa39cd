/** A requester's turn, or their wait for it. */
export interface Turn {
  /** Also `over` if it was refused. */
  readonly state: "waiting" | "running" | "over";
  /** Whether only other requesters' turns hold it up: its requester has fewer than allowed. */
  readonly isHeldUp: boolean;
  /** Ends the turn, or stops waiting for it. */
  leave(): void;
}
