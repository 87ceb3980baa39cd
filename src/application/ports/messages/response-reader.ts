import type { EmojiReference } from "../../../domain/emoji/emoji";
import type { MessageId, RealmId, UserId } from "../../../domain/ids";
import type { ReactionsSoFar } from "../../../domain/messages/reaction";
import type { AttachedSoFar } from "../../../domain/messages/submessage";

/**
 * Reads what people have added to a message, as far as the next addition depends on it. Ten thousand people can react or vote, so a use
 * case can't read everything each time. A missing message has nothing.
 */
export interface ResponseReader {
  /** The emoji of a user's reactions, oldest first. */
  ownReactions(realmId: RealmId, messageId: MessageId, userId: UserId): Promise<readonly EmojiReference[]>;
  /** The chosen emoji has the given name, or the given code and kind. */
  reactionsSoFar(
    realmId: RealmId,
    messageId: MessageId,
    userId: UserId,
    emoji: Pick<EmojiReference, "name"> | Pick<EmojiReference, "code" | "kind">,
  ): Promise<ReactionsSoFar>;
  attachedSoFar(realmId: RealmId, messageId: MessageId, userId: UserId): Promise<AttachedSoFar>;
}
