/** Milliseconds for which a breaker stays open, at first; doubled each time it opens again, up to the longest. */
const firstBackoff = 5000;
const longestBackoff = 30_000;
/** How many breakers are half open at a time: each probe holds a connection until it fails. */
const mostProbes = 2;
/** How many are open at a time. Beyond that, the one that has been open longest closes. */
const mostOpen = 10_000;

interface Open {
  readonly error: unknown;
  readonly backoff: number;
  readonly until: number;
}

/**
 * One circuit breaker per key. A key names the storage that a call needs: a node, or a realm. A breaker opens when a call gets no answer,
 * and is half open after its backoff: then one call at a time probes whether the storage answers again.
 */
export class CircuitBreakers<Key> {
  private readonly open = new Map<Key, Open>();
  private probes = 0;

  constructor(private readonly now: () => number) {}

  /** Whether a breaker is open or half open. */
  isOpen(key: Key): boolean {
    return this.open.has(key);
  }

  /** What opened the breaker that refuses calls now. */
  refusing(key: Key): { readonly error: unknown } | undefined {
    const breaker = this.open.get(key);
    const isRefusing = breaker !== undefined && (this.now() < breaker.until || this.probes >= mostProbes);
    return isRefusing ? breaker : undefined;
  }

  /** Begins a probe if the breaker is half open, which then refuses other calls. Returns the function that ends the probe. */
  probe(key: Key): (() => void) | undefined {
    const breaker = this.open.get(key);
    if (breaker === undefined || this.refusing(key) !== undefined) return undefined;
    const probing = { ...breaker, until: Number.POSITIVE_INFINITY };
    this.remember(key, probing);
    this.probes += 1;
    return () => {
      this.probes -= 1;
      // The probe failed, but it was answered or never sent, which says nothing about other calls: the next one probes.
      if (this.open.get(key) === probing) this.remember(key, { ...breaker, until: this.now() });
    };
  }

  /** A call was answered: the breaker closes. */
  answered(key: Key): void {
    this.open.delete(key);
  }

  /** A call wasn't answered: the breaker opens. Calls from before it opened tell nothing new. */
  unanswered(key: Key, error: unknown, isProbe: boolean): void {
    const breaker = this.open.get(key);
    if (breaker !== undefined && !isProbe) return;
    const backoff = breaker === undefined ? firstBackoff : Math.min(2 * breaker.backoff, longestBackoff);
    this.remember(key, { error, backoff, until: this.now() + backoff });
  }

  private remember(key: Key, breaker: Open): void {
    this.open.delete(key);
    this.open.set(key, breaker);
    const [oldest] = this.open.keys();
    if (this.open.size > mostOpen && oldest !== undefined) this.open.delete(oldest);
  }
}
