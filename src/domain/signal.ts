import type { EventCategory } from "./event";
import type { Audience } from "./event-audience";
import type { Reach } from "./message-reach";
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
      readonly reach?: Reach;
    };

/** What nodes pass on to each other: signals for clients, and that a user's sessions have ended, and so their waits. */
export type PassedOn = Signal | { readonly type: "sessions_ended"; readonly userId: number };

/** What every client hears once, from whichever node first answers it after a start of the server. */
export type Announcement =
  | { readonly type: "server_restarted"; readonly startedAt: number }
  /** There is another build of the web client now. */
  | { readonly type: "web_client_replaced" };

/** What clients subscribe to who hear the signal. */
export const categoryOfSignal = (signal: Signal | Announcement): EventCategory => {
  if (signal.type === "server_restarted") return "restart";
  if (signal.type === "web_client_replaced") return "web_reload";
  if (signal.type === "presence_changed") return "presence";
  if (signal.messageId !== undefined) return "typing_edit";
  return signal.place.kind === "channel" ? "channel_typing" : "direct_typing";
};

/** Whose clients may hear it. */
export const audienceOfSignal = (signal: Signal): Audience => {
  if (signal.type === "presence_changed") return { to: "acquainted", userId: signal.userId };
  const { place, messageId, reach } = signal;
  if (place.kind === "direct") return { to: "users", userIds: place.participants };
  const { channelId } = place;
  return messageId === undefined
    ? { to: "subscribers", channelId }
    : { to: "subscribers", channelId, about: { channelId, messageIds: [messageId], reach } };
};

/** In a conversation with oneself, the only one to hear is whoever types, on their other devices. */
const isToOneself = ({ place }: Extract<Signal, { type: "typing" }>): boolean =>
  place.kind === "direct" && place.participants.length === 1;

/** Whether somebody of the audience wants to hear it at all. */
export const hears = (user: User, signal: Signal): boolean =>
  signal.type === "presence_changed" ||
  ((user.id !== signal.userId || isToOneself(signal)) && user.settings.receivesTypingNotifications);
