import type { ConversationId, MessageId, RealmId, UserId } from "../../../domain/ids";

/** Reads statistics of conversations. Conversations without messages are left out. */
export interface ConversationReader {
  /** The oldest message of each conversation, not counting some messages, by conversation id. */
  firstIds(
    realmId: RealmId,
    conversationIds: readonly ConversationId[],
    uncounted?: readonly MessageId[],
  ): Promise<ReadonlyMap<ConversationId, MessageId>>;
  /**
   * The greatest id below another that each conversation has or may have again: that of its newest earlier message, or of a later one that
   * was deleted. A greater id if a hundred were deleted since. Conversations without one are left out.
   */
  idsBefore(
    realmId: RealmId,
    places: readonly { readonly conversationId: ConversationId; readonly id: MessageId }[],
  ): Promise<ReadonlyMap<ConversationId, MessageId>>;
  /** Number of messages in each channel's conversation since a time in Unix seconds. */
  countsSince(realmId: RealmId, time: number): Promise<ReadonlyMap<ConversationId, number>>;
  /** When the newest message of each conversation was sent, in Unix seconds. */
  newestSentAt(
    realmId: RealmId,
    conversationIds: readonly ConversationId[],
  ): Promise<ReadonlyMap<ConversationId, number>>;
  /** The senders of the newest messages of the conversations, at most `limit` of each. */
  newestSenders(
    realmId: RealmId,
    conversationIds: readonly ConversationId[],
    limit: number,
  ): Promise<ReadonlySet<UserId>>;
}
