import { categoriesOf, type LoggedEvent, type RealmEvent } from "./event";
import { audienceOf, isAmong } from "./event-audience";
import type { EventQueue } from "./event-queue";
import type { IdRanges } from "./id-ranges";
import * as ranges from "./id-ranges";
import { matches, type Reading } from "./narrow";
import type { RealmState } from "./realm-state";

/** Whether a queue takes events of this kind, whomever they are for. */
export const wants = ({ categories, narrow }: EventQueue, { event }: LoggedEvent): boolean =>
  (categories === null || categoriesOf(event).some((category) => categories.includes(category))) &&
  (event.type !== "message_sent" || narrow.length === 0 || matches(narrow, event.message, asSent(event)));

/** A message as it comes: unread, save by whoever typed it. */
const asSent = ({ message: sent, marks }: Extract<RealmEvent, { type: "message_sent" }>): Reading => ({
  isUnread: (_message, userId) => !(sent.senderId === userId && sent.readBySender),
  marksOf: (_message, userId) => marks[userId] ?? [],
  // Queues can't be narrowed by these.
  isFollowed: () => false,
  isMuted: () => false,
});

/** Messages of public channels for a queue that asked for all of them. */
export const isPublicExtra = (queue: EventQueue, state: RealmState, { event }: LoggedEvent): boolean => {
  if (!queue.allPublicChannels || event.type !== "message_sent") return false;
  const { conversation } = event.message;
  const channel = conversation.kind === "channel" ? state.channels.get(conversation.channelId) : undefined;
  return channel !== undefined && channel.privacy !== "private";
};

/**
 * The same decision about an event of the past: whether a message reached the user is told by the
 * intervals of their subscriptions, not by what they are subscribed to now.
 */
export const wasFor = (
  queue: EventQueue,
  state: RealmState,
  received: ReadonlyMap<number, IdRanges>,
  logged: LoggedEvent,
  now: number,
): boolean => {
  const user = state.users.get(queue.userId);
  if (user === undefined || !wants(queue, logged)) return false;
  const audience = audienceOf(logged.event);
  if (logged.event.type === "message_sent" && audience.to === "subscribers") {
    const { id, conversation } = logged.event.message;
    return ranges.includes(received.get(conversation.id) ?? [], id) || isPublicExtra(queue, state, logged);
  }
  return isAmong(audience, state, user, now);
};
