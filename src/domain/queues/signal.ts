import type { EventCategory } from "../events/event";
import type { ChannelId, MessageId, UserId } from "../ids";
import type { Reach } from "../messages/message-reach";
import type { Presence } from "../presence/presence";
import type { User } from "../users/user";
import type { Audience } from "./event-audience";

/** Where somebody is typing: in a direct conversation (the ids include the writer) or in a channel. */
export type TypingConversation =
  | { readonly kind: "direct"; readonly participants: readonly UserId[] }
  | { readonly kind: "channel"; readonly channelId: ChannelId; readonly topic: string };

export type TypingOp = "start" | "stop";

/**
 * Something that clients receive at most once: no log stores it. It reaches the queues of every node the same
 * way as events.
 */
export type Signal =
  | {
      readonly type: "presence_changed";
      readonly userId: UserId;
      readonly presence: Presence;
      /** Whether the user just became present: clients are notified at once, otherwise when they poll. */
      readonly isArrival: boolean;
    }
  | {
      readonly type: "typing";
      readonly op: TypingOp;
      readonly userId: UserId;
      readonly place: TypingConversation;
      /** The message being edited, if it isn't a new one. */
      readonly messageId?: MessageId;
      readonly reach?: Reach;
    };

/** What nodes broadcast to each other: signals for clients, and ended sessions and queues, whose long polls must end. */
export type RelayedSignal =
  | Signal
  | { readonly type: "sessions_ended"; readonly userId: UserId }
  | { readonly type: "queues_ended"; readonly queueIds: readonly string[] };

/** What every client receives once, from the first node that answers it after a server start. */
export type Announcement =
  | { readonly type: "server_restarted"; readonly startedAt: number }
  /** The server now serves another build of the web client. */
  | { readonly type: "web_client_replaced" };

export const isAnnouncement = (signal: Signal | Announcement): signal is Announcement =>
  signal.type === "server_restarted" || signal.type === "web_client_replaced";

const isSamePlace = (one: TypingConversation, other: TypingConversation): boolean =>
  one.kind === "direct"
    ? other.kind === "direct" &&
      one.participants.length === other.participants.length &&
      one.participants.every((id, index) => id === other.participants[index])
    : other.kind === "channel" && one.channelId === other.channelId && one.topic === other.topic;

/** Whether a client that receives the newer of the two signals can do without the other: the same user at the same place. */
export const isAboutSame = (one: Signal | Announcement, other: Signal | Announcement): boolean => {
  if (one.type === "presence_changed") return other.type === one.type && other.userId === one.userId;
  if (one.type !== "typing" || other.type !== "typing") return false;
  return (
    one.userId === other.userId && one.messageId === other.messageId && isSamePlace(one.place, other.place)
  );
};

/** The category that a client must ask for to receive the signal. */
export const categoryOfSignal = (signal: Signal | Announcement): EventCategory => {
  if (signal.type === "server_restarted") return "restart";
  if (signal.type === "web_client_replaced") return "web_reload";
  if (signal.type === "presence_changed") return "presence";
  if (signal.messageId !== undefined) return "typing_edit";
  return signal.place.kind === "channel" ? "channel_typing" : "direct_typing";
};

/** The users whose clients may receive it. */
export const audienceOfSignal = (signal: Signal): Audience => {
  if (signal.type === "presence_changed") return { to: "acquainted", userId: signal.userId };
  const { place, messageId, reach } = signal;
  if (place.kind === "direct") return { to: "users", userIds: place.participants };
  const { channelId } = place;
  return messageId === undefined
    ? { to: "subscribers", channelId }
    : { to: "subscribers", channelId, about: { channelId, messageIds: [messageId], reach } };
};

/** In a conversation with oneself, only the writer's other devices receive it. */
const isToOneself = ({ place }: Extract<Signal, { type: "typing" }>): boolean =>
  place.kind === "direct" && place.participants.length === 1;

/** Whether a member of the audience wants the signal. */
export const wantsSignal = (user: User, signal: Signal): boolean =>
  signal.type === "presence_changed" ||
  ((user.id !== signal.userId || isToOneself(signal)) && user.settings.receivesTypingNotifications);
