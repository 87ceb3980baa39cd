import { hasId } from "../collections/compact-ids";
import { categoriesOf, type RealmEvent } from "../events/event";
import { matches, type ReaderView } from "../narrow/narrow";
import { canReadContent } from "../policy/channel-access";
import type { LogStep } from "../state/log-step";
import type { User } from "../users/user";
import { audienceOf, isInAudience } from "./event-audience";
import type { RegisteredQueue } from "./event-queue";
import { type Announcement, categoryOfSignal, type Signal } from "./signal";

/** Whether a queue accepts this kind of event, regardless of its audience. */
export const accepts = ({ categories, narrow }: RegisteredQueue, event: RealmEvent): boolean =>
  (categories === null || categoriesOf(event).some((category) => categories.includes(category))) &&
  (event.type !== "message_sent" || narrow.length === 0 || matches(narrow, event.message, asSent(event)));

/** Whether a queue accepts this kind of signal, regardless of its audience. */
export const acceptsSignal = ({ categories }: RegisteredQueue, signal: Signal | Announcement): boolean =>
  categories === null || categories.includes(categoryOfSignal(signal));

type Sent = Extract<RealmEvent, { type: "message_sent" }>;

/** A message at the time of sending: unread, except by its sender and by those it should not notify. */
const asSent = ({ message: sent, flagsByUser, readBy }: Sent): ReaderView => ({
  isUnread: (_message, userId) =>
    !(sent.senderId === userId && sent.readBySender) && !(readBy && hasId(readBy, userId)),
  flagsOf: (_message, userId) => flagsByUser[userId] ?? [],
  // Queues can't be narrowed by these operators.
  isFollowed: () => false,
  isMuted: () => false,
});

/**
 * Whether the event is a message of a public channel that the user may read, for a queue that asked for all
 * such messages.
 */
export const isPublicExtra = (
  queue: RegisteredQueue,
  { event, after }: LogStep,
  user: User,
  now: number,
): boolean => {
  if (!queue.allPublicChannels || event.type !== "message_sent") return false;
  const { conversation } = event.message;
  const channel = conversation.kind === "channel" ? after.channels.get(conversation.channelId) : undefined;
  return channel !== undefined && channel.privacy !== "private" && canReadContent(after, user, channel, now);
};

/** Whether the event belongs in the queue, judged by the realm's state right after it. */
export const belongsIn = (queue: RegisteredQueue, step: LogStep, now: number): boolean => {
  const user = step.after.users.get(queue.userId);
  if (user === undefined || !accepts(queue, step.event)) return false;
  return isInAudience(audienceOf(step.event), step.after, user, now) || isPublicExtra(queue, step, user, now);
};
