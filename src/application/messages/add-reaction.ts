import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { EmojiError } from "../../domain/emoji/refusals";
import { checkReaction } from "../../domain/messages/reaction";
import type { ReactionError } from "../../domain/messages/reaction-refusals";
import type { MessageError } from "../../domain/messages/refusals";
import { readableHead } from "../access/message-access";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { checkEmoji } from "../emoji/shared/check-emoji";
import type { EmojiCatalog } from "../ports/emoji/emoji-catalog";
import { raiseByTakingPart } from "../topics/shared/raise-policy";
import type { InTransaction } from "../transaction";
import { appendReaction, type ReactionInput } from "./internal/append-reaction";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly emoji: EmojiCatalog;
}

type NewReaction = ReactionInput & { readonly name: string };

/** Adds the caller's reaction to a message. An emoji that is already there keeps the name it was first added by. */
export const addReaction =
  ({ inTransaction, emoji }: Ports) =>
  (
    caller: Caller,
    { messageId, name, code, kind }: NewReaction,
  ): TaskEither<CallerError | EmojiError | MessageError | ReactionError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const message = await readableHead(tx, user, messageId);
      if (E.isLeft(message)) return message;
      const reactions = await tx.messages.reactionsSoFar(
        tx.state.realm.id,
        messageId,
        user.id,
        code === undefined ? { name } : { code, kind: kind ?? "unicode" },
      );
      const chosen = reactions.chosen
        ? E.right(reactions.chosen)
        : checkEmoji(emoji, tx.state.emoji, { name, code, kind });
      if (E.isLeft(chosen)) return chosen;
      const allowed = checkReaction(reactions, chosen.right);
      if (E.isLeft(allowed)) return allowed;
      await appendReaction(tx, "add", user.id, message.right, chosen.right);
      await raiseByTakingPart(tx, user.id, message.right);
      return E.right(undefined);
    });
