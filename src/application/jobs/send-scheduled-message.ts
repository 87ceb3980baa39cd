import { type Either, isLeft, left, right } from "fp-ts/Either";
import * as t from "io-ts";
import { type ApiError, badRequest, serverBusy } from "../../domain/errors";
import type { JobWithdrawal, NewJob } from "../../domain/job";
import type { ScheduledMessage } from "../../domain/scheduled-message";
import { byServer } from "../caller";
import { prepareNotice, sendNotice } from "../messages/notice";
import { type NewMessage, sendMessage } from "../messages/send-message";
import { asWanted, isTooLate } from "../scheduled-messages/check-scheduled";
import { isStillScheduled, noSuchScheduledMessage } from "../scheduled-messages/find-scheduled";
import type { Needs } from "../together";
import { afterDelays, done, type JobHandler, type JobOutcome } from "./job-handler";

interface Ports extends Needs<typeof sendMessage> {
  readonly onError: (error: unknown) => void;
}

const kind = "send_scheduled_message";
const keyOf = (userId: number, scheduledId: number): string => `${userId} ${scheduledId}`;

/** Has a message sent at its time, in the place of the job that it had. One user's messages keep their order. */
export const scheduledJob = (userId: number, { id, deliverAt }: ScheduledMessage): NewJob => ({
  kind,
  key: keyOf(userId, id),
  replaces: true,
  lane: `${userId}`,
  payload: { userId, scheduledId: id },
  dueAt: deliverAt * 1000,
});

/** Takes the job of a scheduled message back. */
export const scheduledWithdrawal = (userId: number, scheduledId: number): JobWithdrawal => ({
  kind,
  withdraws: keyOf(userId, scheduledId),
});

/**
 * Sends a message whose time has come. It is sent once: the message and the end of its schedule are one commit. Its
 * sender is notified of one that can't be sent.
 */
export const sendScheduledMessage = (
  ports: Ports,
): JobHandler<{ readonly userId: number; readonly scheduledId: number }> => ({
  payload: t.type({ userId: t.number, scheduledId: t.number }),
  atOnce: 8,
  delayAfter: afterDelays([1, 5, 30, 60, 120, 300].map((seconds) => seconds * 1000)),
  run: async ({ realmId, payload: { userId, scheduledId }, isLastTry }) => {
    const all = await ports.personal.scheduled(realmId, userId);
    const scheduled = all.find(({ id }) => id === scheduledId);
    if (scheduled === undefined || scheduled.failure !== null) return done;
    // Not due: it was put off, and has a job for its new time that stays; or our clock is behind the one that claimed it.
    if (scheduled.deliverAt * 1000 > ports.clock.now())
      return { kind: "done", next: [{ ...scheduledJob(userId, scheduled), replaces: false }] };
    return sendDue(ports, realmId, userId, scheduled, isLastTry);
  },
});

/** What is broken or busy may heal: before the last try, only a refusal ends the schedule. */
const sendDue = async (
  ports: Ports,
  realmId: number,
  userId: number,
  scheduled: ScheduledMessage,
  isLastTry: boolean,
): Promise<JobOutcome<never>> => {
  const outcome = isTooLate(scheduled, ports.clock.now())
    ? left(badRequest("Message could not be sent at the scheduled time."))
    : await sendMessage(ports)(
        { realmId, userId, client: scheduled.client },
        asMessage(scheduled, userId),
      )().catch((error): Either<ApiError, never> => {
        if (!isLastTry) throw error;
        ports.onError(error);
        return left(badRequest("Internal server error"));
      });
  if (isLeft(outcome) && outcome.left === serverBusy && !isLastTry)
    return { kind: "failed", error: outcome.left.message };
  if (isLeft(outcome) && outcome.left !== noSuchScheduledMessage)
    await fail(ports, realmId, userId, scheduled, outcome.left.message);
  return done;
};

const asMessage = (scheduled: ScheduledMessage, senderId: number): NewMessage => {
  const { to, topic } = asWanted(scheduled.place, senderId);
  const { content, readBySender } = scheduled;
  return {
    to: typeof to === "number" ? { kind: "channel", channel: to, topic } : { kind: "direct", recipients: to },
    content,
    readBySender,
    scheduled,
  };
};

/** Records why a message could not be sent, and notifies its sender if they are still here. */
const fail = async (
  { inTransaction }: Ports,
  realmId: number,
  userId: number,
  scheduled: ScheduledMessage,
  reason: string,
): Promise<void> => {
  const when = `<time:${new Date(scheduled.deliverAt * 1000).toISOString()}>`;
  const text = `The message that you scheduled for ${when} could not be sent:\n\n> ${reason}\n\n[Your scheduled messages](#scheduled)`;
  await inTransaction(byServer(realmId), (tx) => async () => {
    if (!(await isStillScheduled(tx, { realmId, userId }, scheduled))) return right(undefined);
    tx.append({
      type: "scheduled_set",
      userId,
      scheduled: { ...scheduled, failure: reason },
      isNew: false,
    });
    if (tx.state.users.get(userId)?.isActive) await sendNotice(tx, userId, prepareNotice(tx, text));
    return right(undefined);
  })();
};
