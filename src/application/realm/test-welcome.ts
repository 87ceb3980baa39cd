import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { realmLimits } from "../../domain/realm";
import { administratorIn, type Caller, type Result } from "../caller";
import { prepareNotice, sendNotice } from "../messages/notice";
import type { InTransaction } from "../transaction";

/** Writes to an administrator what new people would be welcomed with; answers with the message's id. */
export const testWelcome =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, text: string): Result<number> =>
    inTransaction(caller, (tx) => async () => {
      const user = administratorIn(tx.state, caller);
      if (isLeft(user)) return user;
      if ([...text].length > realmLimits.welcomeLength)
        return left(
          badRequest(
            `welcome_message_custom_text is too long (limit: ${realmLimits.welcomeLength} characters)`,
          ),
        );
      if (text.trim() === "") return left(badRequest("Message must not be empty"));
      const id = tx.nextMessageId;
      await sendNotice(tx, user.right.id, prepareNotice(tx, text));
      return right(id);
    });
