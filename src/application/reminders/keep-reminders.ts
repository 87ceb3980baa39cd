import { isLeft, left, right } from "fp-ts/Either";
import { invalidMessages, notFound } from "../../domain/errors";
import { sizeOf } from "../../domain/own-lists";
import type { Reminder } from "../../domain/reminder";
import { type Caller, callerIn, type Result } from "../caller";
import { readableMessage, readableMessages } from "../messages/message-access";
import { fullRefusal } from "../own-list-refusal";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { PersonalReader } from "../ports/personal-reader";
import type { ReadStateReader } from "../ports/read-state-reader";
import type { RealmDirectory } from "../realm-directory";
import { isInTheFuture, notInTheFuture } from "../scheduled-messages/check-scheduled";
import type { InTransaction } from "../transaction";
import { reminderText } from "./write-reminder";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly readStates: ReadStateReader;
  readonly clock: Clock;
}

/** The caller's reminders, the next one first. */
export const listReminders =
  ({ directory, personal }: { readonly directory: RealmDirectory; readonly personal: PersonalReader }) =>
  (caller: Caller): Result<readonly Reminder[]> =>
  async () => {
    const user = callerIn(await directory.of(caller.realmId), caller);
    return isLeft(user) ? user : right(await personal.reminders(caller.realmId, caller.userId));
  };

/** Has the caller reminded of a message that they may read; answers with the reminder's id. */
export const addReminder =
  ({ inTransaction, directory, messages, readStates, clock }: Ports) =>
  (caller: Caller, wanted: Pick<Reminder, "messageId" | "note" | "remindAt">): Result<number> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const now = clock.now();
    const [message] = await readableMessages({ state, now, messages, readStates }, user.right, [
      wanted.messageId,
    ]);
    if (message === undefined) return left(invalidMessages);
    // It is written again when it is due.
    const content = reminderText(state, user.right, message, wanted.note, now);
    return inTransaction(caller, (tx) => async () => {
      const found = callerIn(tx.state, caller);
      if (isLeft(found)) return found;
      if (!isInTheFuture(wanted.remindAt, tx.now)) return left(notInTheFuture);
      const readable = await readableMessage(tx, found.right, wanted.messageId);
      if (isLeft(readable)) return readable;
      const renderedContent = tx.rendered(content).html;
      const size = sizeOf(content, renderedContent, wanted.note);
      const refusal = await fullRefusal(tx, caller, "reminders", { count: 1, size });
      if (refusal) return left(refusal);
      const id = tx.newId("reminder");
      const reminder = { id, ...wanted, content, renderedContent };
      tx.append({ type: "reminder_added", userId: caller.userId, reminder });
      return right(id);
    })();
  };

/** Takes a reminder back. */
export const removeReminder =
  ({ inTransaction }: Pick<Ports, "inTransaction">) =>
  (caller: Caller, reminderId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const waiting = await tx.personal.reminders(caller.realmId, caller.userId);
      if (!waiting.some(({ id }) => id === reminderId)) return left(notFound("Reminder does not exist"));
      tx.append({ type: "reminder_removed", userId: caller.userId, reminderId });
      return right(undefined);
    });
