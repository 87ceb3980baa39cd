import type { EventCategory } from "./event";
import type { Audience } from "./event-audience";
import type { Presence } from "./presence";

/**
 * Something that clients hear of once, or not at all: it is in no log. It takes the same way to the queues
 * on every node as events do.
 */
export interface Signal {
  readonly type: "presence_changed";
  readonly userId: number;
  readonly presence: Presence;
  /** Whether the user has just come: clients are told at once, else when they ask. */
  readonly isArrival: boolean;
}

export const categoryOfSignal = (_signal: Signal): EventCategory => "presence";

export const audienceOfSignal = ({ userId }: Signal): Audience => ({ to: "acquainted", userId });
