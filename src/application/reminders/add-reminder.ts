import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { checkLength } from "../../domain/check-length";
import type { ReminderId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { MessageError } from "../../domain/messages/refusals";
import { reminderNoteTooLong } from "../../domain/reminders/refusals";
import { type Reminder, reminderLimits } from "../../domain/reminders/reminder";
import type { ScheduledMessageError } from "../../domain/scheduled-messages/refusals";
import { sizeOf } from "../../domain/users/user-list-limits";
import { readableMessage } from "../access/message-access";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { checkDeliveryTime } from "../scheduled-messages/shared/check-scheduled-message";
import type { InTransaction } from "../transaction";
import { checkListRoom } from "../users/shared/list-limit";
import { reminderText } from "./internal/write-reminder";

/** Reminds the caller of a message they may read. Returns the reminder's id. */
export const addReminder =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    input: Pick<Reminder, "messageId" | "note" | "remindAt">,
  ): TaskEither<CallerError | InputError | LimitError | MessageError | ScheduledMessageError, ReminderId> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const note = checkLength(reminderLimits.noteLength, reminderNoteTooLong)(input.note);
      if (E.isLeft(note)) return note;
      const remindAt = checkDeliveryTime(input.remindAt, tx.now);
      if (E.isLeft(remindAt)) return remindAt;
      const message = await readableMessage(tx, user, input.messageId);
      if (E.isLeft(message)) return message;
      const content = reminderText(tx.state, user, message.right, input.note, tx.now);
      const renderedContent = tx.rendered(content, user).html;
      const size = sizeOf(content, renderedContent, input.note);
      const room = await checkListRoom(tx, caller, "reminders", { count: 1, size });
      if (E.isLeft(room)) return room;
      const reminder = { id: tx.newId("reminder"), ...input, content, renderedContent };
      tx.append({ type: "reminder_added", userId: caller.userId, reminder });
      return E.right(reminder.id);
    });
