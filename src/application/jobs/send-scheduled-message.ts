import { type Either, isLeft, left, right } from "fp-ts/Either";
import * as t from "io-ts";
import { type ApiError, badRequest } from "../../domain/errors";
import type { JobWithdrawal, NewJob } from "../../domain/job";
import type { ScheduledMessage } from "../../domain/scheduled-message";
import { prepareNotice, sendNotice } from "../messages/notice";
import { type NewMessage, sendMessage } from "../messages/send-message";
import { asWanted, isTooLate } from "../scheduled-messages/check-scheduled";
import { isStillScheduled, noSuchScheduledMessage } from "../scheduled-messages/find-scheduled";
import type { Needs } from "../together";
import { afterDelays, done, type JobHandler } from "./job-handler";

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
  run: async ({ realmId, payload: { userId, scheduledId } }) => {
    const all = await ports.personal.scheduled(realmId, userId);
    const scheduled = all.find(({ id }) => id === scheduledId);
    const isDue = scheduled?.failure === null && scheduled.deliverAt * 1000 <= ports.clock.now();
    // One that was put off has a job of its own for its new time.
    if (scheduled && isDue) await sendDue(ports, realmId, userId, scheduled);
    return done;
  },
});

const sendDue = async (
  ports: Ports,
  realmId: number,
  userId: number,
  scheduled: ScheduledMessage,
): Promise<void> => {
  const outcome = isTooLate(scheduled, ports.clock.now())
    ? left(badRequest("Message could not be sent at the scheduled time."))
    : await sendMessage(ports)(
        { realmId, userId, client: scheduled.client },
        asMessage(scheduled, userId),
      )().catch((error): Either<ApiError, never> => {
        ports.onError(error);
        return left(badRequest("Internal server error"));
      });
  if (isLeft(outcome) && outcome.left !== noSuchScheduledMessage)
    await fail(ports, realmId, userId, scheduled, outcome.left.message);
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
  { inTransaction, directory, renderer }: Ports,
  realmId: number,
  userId: number,
  scheduled: ScheduledMessage,
  reason: string,
): Promise<void> => {
  const when = `<time:${new Date(scheduled.deliverAt * 1000).toISOString()}>`;
  const notice = await prepareNotice(
    renderer,
    await directory.newest(realmId),
    `The message that you scheduled for ${when} could not be sent:\n\n> ${reason}\n\n[Your scheduled messages](#scheduled)`,
  );
  await inTransaction(realmId, (tx) => async () => {
    if (!(await isStillScheduled(tx, { realmId, userId }, scheduled))) return right(undefined);
    tx.append({
      type: "scheduled_set",
      userId,
      scheduled: { ...scheduled, failure: reason },
      isNew: false,
    });
    if (tx.state.users.get(userId)?.isActive) await sendNotice(tx, userId, notice);
    return right(undefined);
  })();
};
