/** Milliseconds for which what didn't answer isn't asked again; doubled up to the longest. */
const firstPause = 5000;
const longestPause = 30_000;
/** How many are asked at a time whether they answer again: each question holds a connection until it fails. */
const mostProbes = 2;
/** How many are remembered. Beyond it, the one that has been remembered longest is asked again. */
const mostRemembered = 10_000;

interface Silence {
  readonly error: unknown;
  readonly pause: number;
  readonly until: number;
}

/** What didn't answer, by key, and when it is asked again: by one call at a time, less and less often. */
export class Silences<Key> {
  private readonly silences = new Map<Key, Silence>();
  private probes = 0;

  constructor(private readonly now: () => number) {}

  has(key: Key): boolean {
    return this.silences.has(key);
  }

  /** The silence because of which a key may not be asked now. */
  blocking(key: Key): { readonly error: unknown } | undefined {
    const silence = this.silences.get(key);
    const isBlocking = silence !== undefined && (this.now() < silence.until || this.probes >= mostProbes);
    return isBlocking ? silence : undefined;
  }

  /** Begins to ask a silent key that may be asked, which blocks it for others. Returns what ends that. */
  probe(key: Key): (() => void) | undefined {
    const silence = this.silences.get(key);
    if (silence === undefined || this.blocking(key) !== undefined) return undefined;
    const probing = { ...silence, until: Number.POSITIVE_INFINITY };
    this.remember(key, probing);
    this.probes += 1;
    return () => {
      this.probes -= 1;
      // The call failed, but not by silence. That doesn't tell whether the key would answer: the next call asks.
      if (this.silences.get(key) === probing) this.remember(key, { ...silence, until: this.now() });
    };
  }

  answered(key: Key): void {
    this.silences.delete(key);
  }

  /** Notes that a key didn't answer. Calls that were made before it fell silent tell nothing new. */
  unanswered(key: Key, error: unknown, isProbe: boolean): void {
    const silence = this.silences.get(key);
    if (silence !== undefined && !isProbe) return;
    const pause = silence === undefined ? firstPause : Math.min(2 * silence.pause, longestPause);
    this.remember(key, { error, pause, until: this.now() + pause });
  }

  private remember(key: Key, silence: Silence): void {
    this.silences.delete(key);
    this.silences.set(key, silence);
    const [oldest] = this.silences.keys();
    if (this.silences.size > mostRemembered && oldest !== undefined) this.silences.delete(oldest);
  }
}
