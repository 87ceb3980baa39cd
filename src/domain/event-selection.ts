import { canReadContent } from "./channel-access";
import { hasId } from "./compact-ids";
import { categoriesOf, type RealmEvent } from "./event";
import { audienceOf, isAmong } from "./event-audience";
import type { EventQueue } from "./event-queue";
import { matches, type Reading } from "./narrow";
import type { LogStep } from "./state/log-step";
import type { User } from "./user";

/** Whether a queue takes events of this kind, whomever they are for. */
export const wants = ({ categories, narrow }: EventQueue, event: RealmEvent): boolean =>
  (categories === null || categoriesOf(event).some((category) => categories.includes(category))) &&
  (event.type !== "message_sent" || narrow.length === 0 || matches(narrow, event.message, asSent(event)));

type Sent = Extract<RealmEvent, { type: "message_sent" }>;

/** A message as it comes: unread, save by whoever typed it, and by those for whom it is no news. */
const asSent = ({ message: sent, marks, readBy }: Sent): Reading => ({
  isUnread: (_message, userId) =>
    !(sent.senderId === userId && sent.readBySender) && !(readBy && hasId(readBy, userId)),
  marksOf: (_message, userId) => marks[userId] ?? [],
  // Queues can't be narrowed by these.
  isFollowed: () => false,
  isMuted: () => false,
});

/** Whether it is a message of a public channel that the user may read, for a queue that asked for all of those. */
export const isPublicExtra = (
  queue: EventQueue,
  { event, after }: LogStep,
  user: User,
  now: number,
): boolean => {
  if (!queue.allPublicChannels || event.type !== "message_sent") return false;
  const { conversation } = event.message;
  const channel = conversation.kind === "channel" ? after.channels.get(conversation.channelId) : undefined;
  return channel !== undefined && channel.privacy !== "private" && canReadContent(after, user, channel, now);
};

/** Whether the event belongs in the queue, as the realm was right after it. */
export const isFor = (queue: EventQueue, step: LogStep, now: number): boolean => {
  const user = step.after.users.get(queue.userId);
  if (user === undefined || !wants(queue, step.event)) return false;
  return isAmong(audienceOf(step.event), step.after, user, now) || isPublicExtra(queue, step, user, now);
};
