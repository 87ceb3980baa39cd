import type { Signal } from "../../domain/signal";

/** What other nodes tell. */
export interface WakeupListener {
  /** A realm's log has grown up to a position. */
  grown(realmId: number, position: number): void;
  signalled(realmId: number, signal: Signal): void;
  /** The bus is heard anew, for the first time or again: hints sent before may be lost, so heads are to be compared. */
  connected(): void;
}

/** Tells other nodes what happens on this one. Hints: a lost one costs time, or a signal, never an event. */
export interface Wakeup {
  announce(realmId: number, position: number): void;
  /** Passes on what is in no log. */
  signal(realmId: number, signal: Signal): void;
  listen(listener: WakeupListener): Promise<{ close(): Promise<void> }>;
}
