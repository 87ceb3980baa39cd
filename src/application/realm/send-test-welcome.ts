import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { checkLength } from "../../domain/check-length";
import type { MessageId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import { emptyMessage, type MessageError } from "../../domain/messages/refusals";
import { realmLimits } from "../../domain/realm/realm";
import { welcomeMessageTooLong } from "../../domain/realm/refusals";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import { prepareNotice, sendNotice } from "../notices/notice";
import type { InTransaction } from "../transaction";

/** Sends a welcome message to the caller as a preview and returns the message's id. Administrators only. */
export const sendTestWelcome =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, text: string): TaskEither<CallerError | InputError | MessageError, MessageId> =>
    asAdministrator(inTransaction, caller, async (tx, user) => {
      const welcome = checkLength(realmLimits.welcomeLength, welcomeMessageTooLong)(text);
      if (E.isLeft(welcome)) return welcome;
      if (text.trim() === "") return E.left(emptyMessage);
      const id = tx.nextMessageId;
      await sendNotice(tx, user.id, prepareNotice(tx, text, user));
      return E.right(id);
    });
