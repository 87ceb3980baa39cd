import type { RealmId } from "../../domain/ids";
import type { PassedOn } from "../../domain/queues/signal";
import type { News } from "./news";

/**
 * Most entries held while nothing can be sent. Beyond it the oldest are dropped: other nodes compare heads
 * anyway.
 */
const mostGrown = 10_000;
const mostSignals = 1000;
/** How often an unaccepted signal is retried. Late signals mislead. */
const mostTries = 5;

/** The first entries, as many as fit into one payload. */
const fitting = <A>(entries: Iterable<A>, mostBytes: number): readonly A[] => {
  const chosen: A[] = [];
  let bytes = 0;
  for (const entry of entries) {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes > mostBytes) break;
    chosen.push(entry);
  }
  return chosen;
};

/** What waits to be sent: the newest position of each realm, and signals in order. Bounded. */
export class Outbox {
  private readonly grown = new Map<number, number>();
  private signals: News["signals"][number][] = [];
  private tries = 0;

  constructor(private readonly mostBytes: number) {}

  announce(realmId: RealmId, position: number): void {
    const newest = Math.max(position, this.grown.get(realmId) ?? 0);
    // Deleted first, so that the realm moves to the end.
    this.grown.delete(realmId);
    this.grown.set(realmId, newest);
    for (const oldest of this.grown.keys()) {
      if (this.grown.size <= mostGrown) return;
      this.grown.delete(oldest);
    }
  }

  /** Adds a signal unless it can't fit into any payload. Returns whether it was added. */
  signal(realmId: RealmId, signal: PassedOn): boolean {
    if (fitting([[realmId, signal]], this.mostBytes).length === 0) return false;
    this.signals.push([realmId, signal]);
    if (this.signals.length > mostSignals) this.signals.shift();
    return true;
  }

  get isEmpty(): boolean {
    return this.grown.size === 0 && this.signals.length === 0;
  }

  /**
   * Removes and returns the content of the next payload; undefined when nothing waits. Positions come before
   * signals.
   */
  next(): News | undefined {
    const grown = fitting(this.grown, this.mostBytes);
    for (const [realmId] of grown) this.grown.delete(realmId);
    if (grown.length > 0) return { grown, signals: [] };
    const signals = fitting(this.signals, this.mostBytes);
    this.signals = this.signals.slice(signals.length);
    return signals.length > 0 ? { grown: [], signals } : undefined;
  }

  /** Records that the last payload was accepted. */
  sent(): void {
    this.tries = 0;
  }

  /** Puts back a payload that was not accepted. */
  takeBack({ grown, signals }: News): void {
    for (const [realmId, position] of grown) this.announce(realmId, position);
    if (signals.length === 0) return;
    this.tries += 1;
    if (this.tries < mostTries) this.signals = [...signals, ...this.signals].slice(-mostSignals);
    else this.tries = 0;
  }
}
