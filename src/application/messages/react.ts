import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { EmojiKind, EmojiReference } from "../../domain/emoji";
import { type ApiError, badRequest } from "../../domain/errors";
import type { Message } from "../../domain/message";
import { isSameEmoji, reactionRefusal } from "../../domain/reaction";
import type { RealmState } from "../../domain/realm-state";
import { type Caller, callerIn, type Result } from "../caller";
import { checkEmoji, emojiNamed } from "../emoji/check-emoji";
import type { EmojiCatalog } from "../ports/emoji-catalog";
import { raiseByTakingPart } from "../topics/raise-policy";
import type { InTransaction, Transaction } from "../transaction";
import { readableMessage } from "./message-access";
import { withReach } from "./reach-of-messages";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly emoji: EmojiCatalog;
}

/** An emoji on a message, as a client names it. */
interface ReactionInput {
  readonly messageId: number;
  readonly name: string | undefined;
  readonly code: string | undefined;
  readonly kind: EmojiKind | undefined;
}

/** Puts an emoji of the caller's on a message. One that is there already keeps the name it was first put by. */
export const addReaction =
  ({ inTransaction, emoji }: Ports) =>
  (caller: Caller, input: ReactionInput & { readonly name: string }): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const message = await messageToReact(tx, caller, input.messageId);
      if (isLeft(message)) return message;
      const { reactions } = message.right;
      const wanted = emojiOf(emoji, tx.state.emoji, reactions, input);
      if (isLeft(wanted)) return wanted;
      if (reactions.some((one) => one.userId === caller.userId && isSameEmoji(one.emoji, wanted.right)))
        return left({ code: "REACTION_ALREADY_EXISTS", message: "Reaction already exists." });
      const refusal = reactionRefusal(reactions, caller.userId);
      if (refusal !== undefined) return left(badRequest(refusal));
      await append(tx, "add", caller, message.right, wanted.right);
      await raiseByTakingPart(tx, caller.userId, message.right);
      return right(undefined);
    });

/** Takes it off again. */
export const removeReaction =
  ({ inTransaction, emoji }: Ports) =>
  (caller: Caller, input: ReactionInput): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const { name, code } = input;
      if (name === undefined && code === undefined)
        return left(
          badRequest("At least one of the following arguments must be present: emoji_name, emoji_code"),
        );
      const message = await messageToReact(tx, caller, input.messageId);
      if (isLeft(message)) return message;
      const own = message.right.reactions.filter(({ userId }) => userId === caller.userId);
      const known = code ?? emojiNamed(emoji, tx.state.emoji, name ?? "")?.code;
      const found = own.find(
        (one) =>
          (one.emoji.code === known || (code === undefined && one.emoji.name === name)) &&
          (input.kind === undefined || one.emoji.kind === input.kind),
      );
      if (found === undefined)
        return left({ code: "REACTION_DOES_NOT_EXIST", message: "Reaction doesn't exist." });
      await append(tx, "remove", caller, message.right, found.emoji);
      return right(undefined);
    });

const messageToReact = async (
  tx: Transaction,
  caller: Caller,
  messageId: number,
): Promise<Either<ApiError, Message>> => {
  const user = callerIn(tx.state, caller);
  return isLeft(user) ? user : readableMessage(tx, user.right, messageId);
};

const emojiOf = (
  catalog: EmojiCatalog,
  realmEmoji: RealmState["emoji"],
  reactions: Message["reactions"],
  { name, code, kind }: ReactionInput & { readonly name: string },
): Either<ApiError, EmojiReference> => {
  const there = reactions.find((one) =>
    code === undefined ? one.emoji.name === name : isSameEmoji(one.emoji, { code, kind: kind ?? "unicode" }),
  );
  return there ? right(there.emoji) : checkEmoji(catalog, realmEmoji, { name, code, kind });
};

const append = async (
  tx: Transaction,
  op: "add" | "remove",
  { userId }: Caller,
  { id: messageId, conversation }: Message,
  emoji: EmojiReference,
): Promise<void> => {
  const reach = await withReach(tx, conversation, [messageId]);
  tx.append({ type: "reaction_changed", op, messageId, conversation, reaction: { userId, emoji }, ...reach });
};
