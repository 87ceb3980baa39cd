import type { ConversationId, MessageId, RealmId } from "../../../domain/ids";

/** Deleted messages, which can be restored until they are removed permanently. */
export interface MessageArchive {
  /**
   * Ids of at most `limit` messages deleted at or after a time in Unix milliseconds, ascending; only those of
   * a conversation if one is given.
   */
  deletedSince(
    realmId: RealmId,
    time: number,
    conversationId: ConversationId | undefined,
    limit: number,
  ): Promise<readonly MessageId[]>;
  /**
   * Permanently removes at most `limit` messages of any realm deleted before a time in Unix milliseconds,
   * oldest first; returns how many.
   */
  removeBefore(time: number, limit: number): Promise<number>;
}
