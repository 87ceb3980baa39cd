import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import {
  type ReactionError,
  reactionDoesNotExist,
  reactionNotNamed,
} from "../../domain/messages/reaction-refusals";
import type { MessageError } from "../../domain/messages/refusals";
import { readableHead } from "../access/message-access";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { emojiNamed } from "../emoji/shared/check-emoji";
import type { EmojiCatalog } from "../ports/emoji/emoji-catalog";
import type { InTransaction } from "../transaction";
import { appendReaction, type ReactionInput } from "./internal/append-reaction";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly emoji: EmojiCatalog;
}

/** Removes the caller's reaction from a message, by name, code or both. */
export const removeReaction =
  ({ inTransaction, emoji }: Ports) =>
  (
    caller: Caller,
    { messageId, name, code, kind }: ReactionInput,
  ): TaskEither<CallerError | MessageError | ReactionError, void> => {
    if (name === undefined && code === undefined) return async () => E.left(reactionNotNamed);
    return asCaller(inTransaction, caller, async (tx, user) => {
      const message = await readableHead(tx, user, messageId);
      if (E.isLeft(message)) return message;
      const own = await tx.messages.ownReactions(tx.state.realm.id, messageId, user.id);
      const knownCode = code ?? emojiNamed(emoji, tx.state.emoji, name ?? "")?.code;
      const chosen = own.find(
        (one) =>
          (one.code === knownCode || (code === undefined && one.name === name)) &&
          (kind === undefined || one.kind === kind),
      );
      if (chosen === undefined) return E.left(reactionDoesNotExist);
      await appendReaction(tx, "remove", user.id, message.right, chosen);
      return E.right(undefined);
    });
  };
