import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notForGuests } from "../../domain/caller-refusals";
import { activeEmoji } from "../../domain/emoji/realm-emoji";
import { type EmojiError, noSuchEmoji, notEmojiAuthor } from "../../domain/emoji/refusals";
import { allows } from "../../domain/users/role";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** Deactivates a custom emoji; it stays where it was used. Administrators and its author only. */
export const deactivateEmoji =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, name: string): TaskEither<CallerError | EmojiError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      if (user.role === "guest") return E.left(notForGuests);
      const emoji = activeEmoji(tx.state.emoji, name);
      if (emoji === undefined) return E.left(noSuchEmoji(name));
      if (emoji.authorId !== caller.userId && !allows(user.role, "administrator"))
        return E.left(notEmojiAuthor);
      tx.append({ type: "emoji_deactivated", emojiId: emoji.id });
      return E.right(undefined);
    });
