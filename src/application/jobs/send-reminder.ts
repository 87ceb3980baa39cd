import { right } from "fp-ts/Either";
import * as t from "io-ts";
import type { JobWithdrawal, NewJob } from "../../domain/job";
import type { Reminder } from "../../domain/reminder";
import { byServer } from "../caller";
import { prepareNotice, sendNotice } from "../messages/notice";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { PersonalReader } from "../ports/personal-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { writeReminder } from "../reminders/write-reminder";
import type { InTransaction } from "../transaction";
import { afterDelays, done, type JobHandler } from "./job-handler";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly personal: PersonalReader;
  readonly clock: Clock;
}

const kind = "send_reminder";
const keyOf = (userId: number, reminderId: number): string => `${userId} ${reminderId}`;

/** Has somebody reminded at a time. */
export const reminderJob = (userId: number, { id, remindAt }: Reminder): NewJob => ({
  kind,
  key: keyOf(userId, id),
  lane: `${userId}`,
  payload: { userId, reminderId: id },
  dueAt: remindAt * 1000,
});

/** Takes the job of a reminder back. */
export const reminderWithdrawal = (userId: number, reminderId: number): JobWithdrawal => ({
  kind,
  withdraws: keyOf(userId, reminderId),
});

/**
 * Writes to somebody what they wanted to be reminded of, as they may read it by then. It comes once: the message and
 * the end of the reminder are one commit. Whoever is deactivated isn't reminded any more.
 */
export const sendReminder = (
  ports: Ports,
): JobHandler<{ readonly userId: number; readonly reminderId: number }> => ({
  payload: t.type({ userId: t.number, reminderId: t.number }),
  atOnce: 8,
  delayAfter: afterDelays([1, 5, 30, 60, 120, 300].map((seconds) => seconds * 1000)),
  run: async ({ realmId, payload: { userId, reminderId } }) => {
    const { directory, inTransaction, personal } = ports;
    const reminder = (await personal.reminders(realmId, userId)).find(({ id }) => id === reminderId);
    const state = await directory.newest(realmId);
    const user = state.users.get(userId);
    if (reminder === undefined || user === undefined) return done;
    const text = await writeReminder(ports, state, user, reminder);
    await inTransaction(byServer(realmId), (tx) => async () => {
      const waiting = await tx.personal.reminders(realmId, userId);
      if (!waiting.some(({ id }) => id === reminderId)) return right(undefined);
      if (tx.state.users.get(userId)?.isActive) await sendNotice(tx, userId, prepareNotice(tx, text));
      tx.append({ type: "reminder_removed", userId, reminderId });
      return right(undefined);
    })();
    return done;
  },
});
