import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ReminderId } from "../../domain/ids";
import { noSuchReminder, type ReminderError } from "../../domain/reminders/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** Cancels one of the caller's reminders. */
export const removeReminder =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, reminderId: ReminderId): TaskEither<CallerError | ReminderError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const reminders = await tx.userData.reminders(caller.realmId, caller.userId);
      if (!reminders.some(({ id }) => id === reminderId)) return E.left(noSuchReminder);
      tx.append({ type: "reminder_removed", userId: caller.userId, reminderId });
      return E.right(undefined);
    });
