import type { JobId, MessageId, RealmId, UserId } from "../../../domain/ids";
import { millisecondsIn } from "../../../domain/units/time";
import type { User } from "../../../domain/users/user";
import type { MailedMarks } from "../../ports/mail/mailed-marks";
import type { MessageReader } from "../../ports/messages/message-reader";
import type { Clock } from "../../ports/system/clock";

/**
 * How long messages of a channel accumulate, in milliseconds: a busy channel costs one search in that time,
 * not one for each message.
 */
export const gathering = 15 * millisecondsIn.second;
/** A check that runs this much later than planned, in milliseconds, may be one of many that waited for the server to start. */
const lateness = millisecondsIn.minute;
/** How far back a late check looks, in milliseconds. */
const longestLookBack = 7 * millisecondsIn.day;

/** The newest message that earlier checks have considered, 0 if there was none. A check that runs again has considered nothing. */
export const consideredBefore = async (
  { mailedMarks }: { readonly mailedMarks: MailedMarks },
  realmId: RealmId,
  userId: UserId,
  jobId: JobId,
): Promise<MessageId> => {
  const mark = await mailedMarks.find(realmId, userId);
  if (mark === undefined) return 0;
  return mark.jobId === jobId ? mark.after : mark.upTo;
};

/**
 * The first message that a check may concern. Searches find a channel's messages later than messages that mention or address the user,
 * so the message that caused the check need not be the first. The delay is usually as long as messages gather; after a backlog it has no
 * limit.
 */
export const firstToConsider = async (
  { messages, clock }: { readonly messages: Pick<MessageReader, "headsOf" | "idAt">; readonly clock: Clock },
  realmId: RealmId,
  { settings }: User,
  messageId: MessageId,
  lastActiveAt = 0,
): Promise<MessageId> => {
  const [cause] = await messages.headsOf(realmId, [messageId]);
  const now = clock.now();
  const sentAt = (cause?.sentAt ?? 0) * 1000;
  const isLate = now - sentAt > settings.emailNotificationsBatchingPeriodSeconds * 1000 + lateness;
  const since = isLate ? Math.max(lastActiveAt, now - longestLookBack) : sentAt - gathering;
  return Math.min(messageId, (await messages.idAt(realmId, Math.floor(since / 1000))) ?? messageId);
};
