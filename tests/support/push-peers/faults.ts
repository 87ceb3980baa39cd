/** What a peer does to the next request instead of answering it. */
export type Fault =
  | { readonly does: "answer"; readonly status: number; readonly body?: object; readonly retryAfter?: number }
  /** Ends the connection in the middle. */
  | { readonly does: "reset" }
  /** Says nothing. */
  | { readonly does: "hang" }
  /** Begins a body and never ends it. */
  | { readonly does: "dawdle" };

/** What a device was sent, as its app reads it. */
export interface Arrival {
  readonly address: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The part that all peers share: faults to come, and what has arrived. */
export class PeerScript {
  readonly arrivals: Arrival[] = [];
  /** What was wrong with requests, which a peer answers like the real one but a test must not find. */
  readonly complaints: string[] = [];
  private readonly faults: Fault[] = [];

  fail(...faults: readonly Fault[]): void {
    this.faults.push(...faults);
  }

  nextFault(): Fault | undefined {
    return this.faults.shift();
  }

  take(): readonly Arrival[] {
    return this.arrivals.splice(0);
  }
}
