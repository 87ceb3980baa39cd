import type { EmojiKind, EmojiReference } from "../../../domain/emoji/emoji";
import type { MessageId, UserId } from "../../../domain/ids";
import type { MessageHead } from "../../../domain/messages/message";
import type { Transaction } from "../../transaction";
import { withReach } from "../shared/reach-of-messages";

/** A reaction as a client names it. */
export interface ReactionInput {
  readonly messageId: MessageId;
  readonly name: string | undefined;
  readonly code: string | undefined;
  readonly kind: EmojiKind | undefined;
}

/** Appends the event that adds or removes a user's reaction. */
export const appendReaction = async (
  tx: Transaction,
  op: "add" | "remove",
  userId: UserId,
  { id: messageId, conversation }: Pick<MessageHead, "id" | "conversation">,
  emoji: EmojiReference,
): Promise<void> => {
  const reach = await withReach(tx, conversation, [messageId]);
  tx.append({ type: "reaction_changed", op, messageId, conversation, reaction: { userId, emoji }, ...reach });
};
