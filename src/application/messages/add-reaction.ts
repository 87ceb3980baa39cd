import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { EmojiReference } from "../../domain/emoji/emoji";
import type { EmojiError } from "../../domain/emoji/refusals";
import type { Message } from "../../domain/messages/message";
import { checkReaction, isSameEmoji } from "../../domain/messages/reaction";
import { type ReactionError, reactionAlreadyExists } from "../../domain/messages/reaction-refusals";
import type { MessageError } from "../../domain/messages/refusals";
import type { RealmState } from "../../domain/state/realm-state";
import { readableMessage } from "../access/message-access";
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
    input: NewReaction,
  ): TaskEither<CallerError | EmojiError | MessageError | ReactionError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const message = await readableMessage(tx, user, input.messageId);
      if (E.isLeft(message)) return message;
      const { reactions } = message.right;
      const chosen = chosenEmoji(emoji, tx.state.emoji, reactions, input);
      if (E.isLeft(chosen)) return chosen;
      if (
        reactions.some((reaction) => reaction.userId === user.id && isSameEmoji(reaction.emoji, chosen.right))
      )
        return E.left(reactionAlreadyExists);
      const allowed = checkReaction(reactions, user.id);
      if (E.isLeft(allowed)) return allowed;
      await appendReaction(tx, "add", user.id, message.right, chosen.right);
      await raiseByTakingPart(tx, user.id, message.right);
      return E.right(undefined);
    });

const chosenEmoji = (
  catalog: EmojiCatalog,
  realmEmoji: RealmState["emoji"],
  reactions: Message["reactions"],
  { name, code, kind }: NewReaction,
): E.Either<EmojiError, EmojiReference> => {
  const existing = reactions.find((one) =>
    code === undefined ? one.emoji.name === name : isSameEmoji(one.emoji, { code, kind: kind ?? "unicode" }),
  );
  return existing ? E.right(existing.emoji) : checkEmoji(catalog, realmEmoji, { name, code, kind });
};
