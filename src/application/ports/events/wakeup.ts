import type { LoggedEvent } from "../../../domain/events/event";
import type { RealmId } from "../../../domain/ids";
import type { RelayedSignal } from "../../../domain/queues/signal";

/** Receives what other nodes send. */
export interface WakeupListener {
  /**
   * A realm's log has grown to a position. The events, if any came along, are its newest: consecutive, the
   * last one at that position.
   */
  grown(realmId: RealmId, position: number, events: readonly LoggedEvent[]): void;
  signalled(realmId: RealmId, signal: RelayedSignal): void;
  /** The connection is new: hints sent before may be lost, so heads must be compared. */
  connected(): void;
}

/** A running subscription. */
export interface Listening {
  /** Requests news of the realm. A bus may deliver that of other realms too. */
  follow(realmId: RealmId): void;
  /** Cancels news of the realm. Some may still arrive for a while. */
  leave(realmId: RealmId): void;
  /** Whether the bus seems to be connected. */
  isConnected(): boolean;
  close(): Promise<void>;
}

/**
 * Notifies other nodes of changes on this one. These are hints: a lost one costs time, or a signal, but never
 * an event.
 */
export interface Wakeup {
  /**
   * Announces a new position, with the newest events: consecutive, the last one at that position. They travel
   * along if others want them and they fit.
   */
  announce(realmId: RealmId, position: number, events: readonly LoggedEvent[]): void;
  /** Broadcasts a signal, which no log stores. */
  signal(realmId: RealmId, signal: RelayedSignal): void;
  /** Resolves once the bus is connected. If it is unavailable, resolves soon anyway and connects later. */
  listen(listener: WakeupListener): Promise<Listening>;
}
