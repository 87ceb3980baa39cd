import type { IdRanges } from "../../../domain/collections/id-ranges";
import type { ConversationId, MessageId, RealmId, UserId } from "../../../domain/ids";

/**
 * The messages whose notifications users' devices probably show: reading them elsewhere removes the
 * notifications.
 */
export interface ShownPushes {
  /** Records shown notifications; one that is already recorded moves to the conversation. */
  show(
    realmId: RealmId,
    userId: UserId,
    message: { readonly id: MessageId; readonly conversationId: ConversationId },
  ): Promise<void>;
  /** The messages shown to a user in a conversation, ascending. */
  among(
    realmId: RealmId,
    userId: UserId,
    where: { readonly conversationId: ConversationId; readonly ids: IdRanges },
  ): Promise<readonly MessageId[]>;
  /** Which of the messages a device shows, by user, ascending. */
  idsByUser(
    realmId: RealmId,
    messageIds: readonly MessageId[],
  ): Promise<ReadonlyMap<UserId, readonly MessageId[]>>;
  forget(realmId: RealmId, userId: UserId, messageIds: readonly MessageId[]): Promise<void>;
}
