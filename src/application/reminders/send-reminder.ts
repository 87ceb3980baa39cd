import * as E from "fp-ts/Either";
import * as t from "io-ts";
import { type ReminderId, reminderIdCodec, type UserId, userIdCodec } from "../../domain/ids";
import type { JobWithdrawal, NewJob } from "../../domain/jobs/job";
import type { Reminder } from "../../domain/reminders/reminder";
import { byServer } from "../caller";
import { afterSeconds, done, type JobHandler } from "../jobs/job-handler";
import { prepareNotice, sendNotice } from "../notices/notice";
import type { InTransaction } from "../transaction";
import { writeReminder } from "./internal/write-reminder";

interface Ports {
  readonly inTransaction: InTransaction;
}

const kind = "send_reminder";
const keyOf = (userId: UserId, reminderId: ReminderId): string => `${userId} ${reminderId}`;

/** Reminds a user at a time. */
export const reminderJob = (userId: UserId, { id, remindAt }: Reminder): NewJob => ({
  kind,
  key: keyOf(userId, id),
  lane: `${userId}`,
  payload: { userId, reminderId: id },
  dueAt: remindAt * 1000,
});

/** Withdraws the job of a reminder. */
export const reminderWithdrawal = (userId: UserId, reminderId: ReminderId): JobWithdrawal => ({
  kind,
  withdraws: keyOf(userId, reminderId),
});

/**
 * Sends a user the reminder of a message, limited to what they may read at that commit. It is sent once: the message and
 * the reminder's removal are one commit. Deactivated users get none, and nobody in a deactivated realm does.
 */
export const sendReminder = ({
  inTransaction,
}: Ports): JobHandler<{ readonly userId: UserId; readonly reminderId: ReminderId }> => ({
  payload: t.type({ userId: userIdCodec, reminderId: reminderIdCodec }),
  atOnce: 8,
  delayAfter: afterSeconds([1, 5, 30, 60, 120, 300]),
  run: async ({ realmId, payload: { userId, reminderId } }) => {
    await inTransaction(byServer(realmId), async (tx) => {
      const waiting = await tx.userData.reminders(realmId, userId);
      const reminder = waiting.find(({ id }) => id === reminderId);
      if (reminder === undefined) return E.right(undefined);
      const reader = tx.state.users.get(userId);
      if (reader?.isActive && !tx.state.realm.isDeactivated) {
        const text = await writeReminder(tx, reader, reminder);
        await sendNotice(tx, userId, prepareNotice(tx, text, reader));
      }
      tx.append({ type: "reminder_removed", userId, reminderId });
      return E.right(undefined);
    });
    return done;
  },
});
