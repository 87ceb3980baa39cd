import type { PassedOn } from "../../domain/signal";

/** What other nodes tell. */
export interface WakeupListener {
  /** A realm's log has grown up to a position. */
  grown(realmId: number, position: number): void;
  signalled(realmId: number, signal: PassedOn): void;
  /** The bus is heard anew, for the first time or again: hints sent before may be lost, so heads are to be compared. */
  connected(): void;
}

/** Somebody who listens. */
export interface Listening {
  /** News of the realm is wanted here. A bus may pass on that of other realms too. */
  follow(realmId: number): void;
  /** News of the realm is no longer wanted. It may come for a while still. */
  leave(realmId: number): void;
  /** Whether the bus is heard, as far as is known. */
  isHearing(): boolean;
  close(): Promise<void>;
}

/** Tells other nodes what happens on this one. Hints: a lost one costs time, or a signal, never an event. */
export interface Wakeup {
  announce(realmId: number, position: number): void;
  /** Passes on what is in no log. */
  signal(realmId: number, signal: PassedOn): void;
  /** Resolves when the bus is heard; where it is away, soon, and it is heard from when it is back. */
  listen(listener: WakeupListener): Promise<Listening>;
}
