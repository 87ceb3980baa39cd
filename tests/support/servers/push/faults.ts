/** What a peer does to the next request instead of answering it. */
export type Fault =
  | { readonly does: "answer"; readonly status: number; readonly body?: object; readonly retryAfter?: number }
  /** Closes the connection in the middle. */
  | { readonly does: "reset" }
  /** Never answers. */
  | { readonly does: "hang" }
  /** Starts a body and never ends it. */
  | { readonly does: "dawdle" };

/** What a device received, as its app reads it. */
export interface Arrival {
  readonly address: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** What all peers share: pending faults and received requests. */
export class PeerScript {
  readonly arrivals: Arrival[] = [];
  /** Problems with requests, which a peer answers as the real one would but which no test may cause. */
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
