import type { EventCategory } from "./event";
import type { Audience } from "./event-audience";
import type { Presence } from "./presence";
import type { User } from "./user";

/** Where somebody types: among people, themselves included, or in a channel. */
export type TypingPlace =
  | { readonly kind: "direct"; readonly participants: readonly number[] }
  | { readonly kind: "channel"; readonly channelId: number; readonly topic: string };

/** Whether typing begins, or goes on, or ends. */
export type TypingOp = "start" | "stop";

/**
 * Something that clients hear of once, or not at all: it is in no log. It takes the same way to the queues
 * on every node as events do.
 */
export type Signal =
  | {
      readonly type: "presence_changed";
      readonly userId: number;
      readonly presence: Presence;
      /** Whether the user has just come: clients are told at once, else when they ask. */
      readonly isArrival: boolean;
    }
  | {
      readonly type: "typing";
      readonly op: TypingOp;
      readonly userId: number;
      readonly place: TypingPlace;
      /** The message that they edit, if it isn't a new one. */
      readonly messageId?: number;
    };

/** What clients subscribe to who hear the signal. */
export const categoryOfSignal = (signal: Signal): EventCategory => {
  if (signal.type === "presence_changed") return "presence";
  if (signal.messageId !== undefined) return "typing_edit";
  return signal.place.kind === "channel" ? "channel_typing" : "direct_typing";
};

/** Whose clients may hear it. */
export const audienceOfSignal = (signal: Signal): Audience => {
  if (signal.type === "presence_changed") return { to: "acquainted", userId: signal.userId };
  const { place } = signal;
  return place.kind === "channel"
    ? { to: "subscribers", channelId: place.channelId }
    : { to: "users", userIds: place.participants };
};

/** Whether somebody of the audience wants to hear it at all. */
export const hears = (user: User, signal: Signal): boolean =>
  signal.type === "presence_changed" ||
  (user.id !== signal.userId && user.settings.receivesTypingNotifications);
