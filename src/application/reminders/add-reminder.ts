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
import { actingAs, readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import type { ReadStateReader } from "../ports/messages/read-state-reader";
import type { Clock } from "../ports/system/clock";
import { checkDeliveryTime } from "../scheduled-messages/shared/check-scheduled-message";
import type { InTransaction } from "../transaction";
import { checkListRoom } from "../users/shared/list-limit";
import { reminderText } from "./internal/write-reminder";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** Reminds the caller of a message they may read. Returns the reminder's id. */
export const addReminder =
  ({ inTransaction, directory, messages, readStates, clock }: Ports) =>
  (
    caller: Caller,
    input: Pick<Reminder, "messageId" | "note" | "remindAt">,
  ): TaskEither<CallerError | InputError | LimitError | MessageError | ScheduledMessageError, ReminderId> =>
    readAsCaller(directory, caller, async (state, reader) => {
      const note = checkLength(reminderLimits.noteLength, reminderNoteTooLong)(input.note);
      if (E.isLeft(note)) return note;
      const now = clock.now();
      const message = await readableMessage({ state, now, messages, readStates }, reader, input.messageId);
      if (E.isLeft(message)) return message;
      const content = reminderText(state, reader, message.right, input.note, now);
      return inTransaction(
        caller,
        actingAs(caller, async (tx, user) => {
          const remindAt = checkDeliveryTime(input.remindAt, tx.now);
          if (E.isLeft(remindAt)) return remindAt;
          const readable = await readableMessage(tx, user, input.messageId);
          if (E.isLeft(readable)) return readable;
          const renderedContent = tx.rendered(content, user).html;
          const size = sizeOf(content, renderedContent, input.note);
          const room = await checkListRoom(tx, caller, "reminders", { count: 1, size });
          if (E.isLeft(room)) return room;
          const reminder = { id: tx.newId("reminder"), ...input, content, renderedContent };
          tx.append({ type: "reminder_added", userId: caller.userId, reminder });
          return E.right(reminder.id);
        }),
      );
    });
