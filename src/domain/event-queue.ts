import type { EventCategory } from "./event";
import type { Narrow } from "./narrow";

/** A client's place in the log of its realm. Any node can serve it, before and after a restart. */
export interface EventQueue {
  readonly id: string;
  readonly userId: number;
  /** Null takes every category. */
  readonly categories: readonly EventCategory[] | null;
  /** For messages only. */
  readonly narrow: Narrow;
  /** Also messages of public channels that the user isn't subscribed to. */
  readonly allPublicChannels: boolean;
  /** How the client wants its events written: known to the adapter that writes them. */
  readonly presentation: Readonly<Record<string, unknown>>;
  /** Everything up to here has reached the client, or was in what it registered with. */
  readonly acknowledged: number;
  /** Unix milliseconds. */
  readonly lastSeenAt: number;
  /** A queue that is not asked for so long is forgotten. */
  readonly idleTimeoutSeconds: number;
}

/**
 * An event's id in a queue: its position in the log, with room for what has no place there
 * (heartbeats, and signals such as typing), so that ids grow on every node and none comes twice.
 */
const roomBetweenPositions = 4096;
export const eventIdAt = (position: number): number => position * roomBetweenPositions;
export const positionOf = (eventId: number): number => Math.floor(eventId / roomBetweenPositions);
/** The id of something that is not in the log and comes right after `eventId`. */
export const eventIdAfter = (eventId: number): number =>
  (eventId + 1) % roomBetweenPositions === 0 ? eventId : eventId + 1;
