import * as E from "fp-ts/Either";
import * as t from "io-ts";
import {
  type RealmId,
  type ScheduledMessageId,
  scheduledMessageIdCodec,
  type UserId,
  userIdCodec,
} from "../../domain/ids";
import type { JobWithdrawal, NewJob } from "../../domain/jobs/job";
import { serverBusy } from "../../domain/limit-refusals";
import {
  noSuchScheduledMessage,
  type ScheduledMessageError,
  sendingFailed,
  tooLateToSend,
} from "../../domain/scheduled-messages/refusals";
import type { ScheduledMessage } from "../../domain/scheduled-messages/scheduled-message";
import { isStillScheduled } from "../access/find-scheduled-message";
import type { Needs } from "../bind-use-cases";
import { byServer } from "../caller";
import { afterSeconds, done, type JobHandler, type JobOutcome } from "../jobs/job-handler";
import { sendMessage } from "../messages/send-message";
import type { NewMessage } from "../messages/shared/new-message";
import { prepareNotice, sendNotice } from "../notices/notice";
import { asDestinationInput, isTooLate } from "./shared/check-scheduled-message";

interface Ports extends Needs<typeof sendMessage> {
  readonly onError: (error: unknown) => void;
}

const kind = "send_scheduled_message";
const keyOf = (userId: UserId, scheduledId: ScheduledMessageId): string => `${userId} ${scheduledId}`;

/**
 * Sends a scheduled message at its time, and replaces the job that it had. One user's messages stay in order.
 */
export const scheduledJob = (userId: UserId, { id, deliverAt }: ScheduledMessage): NewJob => ({
  kind,
  key: keyOf(userId, id),
  replaces: true,
  lane: `${userId}`,
  payload: { userId, scheduledId: id },
  dueAt: deliverAt * 1000,
});

/** Withdraws the job of a scheduled message. */
export const scheduledWithdrawal = (userId: UserId, scheduledId: ScheduledMessageId): JobWithdrawal => ({
  kind,
  withdraws: keyOf(userId, scheduledId),
});

/**
 * Sends a scheduled message once it is due. It is sent once: the message and the removal of its schedule are
 * one commit. The sender is notified if it can't be sent.
 */
export const sendScheduledMessage = (
  ports: Ports,
): JobHandler<{ readonly userId: UserId; readonly scheduledId: ScheduledMessageId }> => ({
  payload: t.type({ userId: userIdCodec, scheduledId: scheduledMessageIdCodec }),
  atOnce: 8,
  delayAfter: afterSeconds([1, 5, 30, 60, 120, 300]),
  run: async ({ realmId, payload: { userId, scheduledId }, isLastTry }) => {
    const all = await ports.userData.scheduled(realmId, userId);
    const scheduled = all.find(({ id }) => id === scheduledId);
    if (scheduled === undefined || scheduled.failure !== null) return done;
    // Not due yet: either it was rescheduled, and its new job remains, or this clock lags behind the one of the process
    // that claimed the job.
    if (scheduled.deliverAt * 1000 > ports.clock.now())
      return { kind: "done", next: [{ ...scheduledJob(userId, scheduled), replaces: false }] };
    return sendDue(ports, realmId, userId, scheduled, isLastTry);
  },
});

/** Failures and overload may pass: before the last attempt, only a refusal ends the schedule. */
const sendDue = async (
  ports: Ports,
  realmId: RealmId,
  userId: UserId,
  scheduled: ScheduledMessage,
  isLastTry: boolean,
): Promise<JobOutcome<never>> => {
  const send = sendMessage(ports)(
    { realmId, userId, client: scheduled.client },
    asMessage(scheduled, userId),
  );
  const outcome = isTooLate(scheduled, ports.clock.now())
    ? E.left(tooLateToSend)
    : await send().catch((error): E.Either<ScheduledMessageError, never> => {
        if (!isLastTry) throw error;
        ports.onError(error);
        return E.left(sendingFailed);
      });
  if (E.isLeft(outcome) && outcome.left === serverBusy && !isLastTry)
    return { kind: "failed", error: outcome.left.message };
  if (E.isLeft(outcome) && outcome.left !== noSuchScheduledMessage)
    await fail(ports, realmId, userId, scheduled, outcome.left.message);
  return done;
};

const asMessage = (scheduled: ScheduledMessage, senderId: UserId): NewMessage => {
  const { to, topic } = asDestinationInput(scheduled.place, senderId);
  const { content, readBySender } = scheduled;
  return {
    to: typeof to === "number" ? { kind: "channel", channel: to, topic } : { kind: "direct", recipients: to },
    content,
    readBySender,
    scheduled,
  };
};

/** Stores why a message could not be sent, and notifies its sender, unless they or their realm are deactivated. */
const fail = async (
  { inTransaction }: Ports,
  realmId: RealmId,
  userId: UserId,
  scheduled: ScheduledMessage,
  reason: string,
): Promise<void> => {
  const when = `<time:${new Date(scheduled.deliverAt * 1000).toISOString()}>`;
  const text = `The message that you scheduled for ${when} could not be sent:\n\n> ${reason}\n\n[Your scheduled messages](#scheduled)`;
  await inTransaction(byServer(realmId), async (tx) => {
    if (!(await isStillScheduled(tx, { realmId, userId }, scheduled))) return E.right(undefined);
    tx.append({
      type: "scheduled_set",
      userId,
      scheduled: { ...scheduled, failure: reason },
      isNew: false,
    });
    const sender = tx.state.users.get(userId);
    if (sender?.isActive && !tx.state.realm.isDeactivated)
      await sendNotice(tx, userId, prepareNotice(tx, text, sender));
    return E.right(undefined);
  });
};
