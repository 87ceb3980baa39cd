import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import {
  type ReactionError,
  reactionDoesNotExist,
  reactionNotNamed,
} from "../../domain/messages/reaction-refusals";
import type { MessageError } from "../../domain/messages/refusals";
import { readableMessage } from "../access/message-access";
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
      const message = await readableMessage(tx, user, messageId);
      if (E.isLeft(message)) return message;
      const knownCode = code ?? emojiNamed(emoji, tx.state.emoji, name ?? "")?.code;
      const reaction = message.right.reactions.find(
        (one) =>
          one.userId === user.id &&
          (one.emoji.code === knownCode || (code === undefined && one.emoji.name === name)) &&
          (kind === undefined || one.emoji.kind === kind),
      );
      if (reaction === undefined) return E.left(reactionDoesNotExist);
      await appendReaction(tx, "remove", user.id, message.right, reaction.emoji);
      return E.right(undefined);
    });
  };
