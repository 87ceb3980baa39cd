import { isLeft, left, right } from "fp-ts/Either";
import { badRequest, notForGuests } from "../../domain/errors";
import { activeEmoji } from "../../domain/realm-emoji";
import { allows } from "../../domain/role";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";

/** Takes an emoji out of use: where it was used, it stays. For administrators, and whoever added it. */
export const deactivateEmoji =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, name: string): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      if (user.right.role === "guest") return left(notForGuests);
      const emoji = activeEmoji(tx.state.emoji, name);
      if (emoji === undefined) return left(badRequest(`Emoji '${name}' does not exist`));
      if (emoji.authorId !== caller.userId && !allows(user.right.role, "administrator"))
        return left(badRequest("Must be an organization administrator or emoji author"));
      tx.append({ type: "emoji_deactivated", emojiId: emoji.id });
      return right(undefined);
    });
