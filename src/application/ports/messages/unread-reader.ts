import type { Either } from "fp-ts/Either";
import type { ConversationId, MessageId, RealmId, UserId } from "../../../domain/ids";
import type { Narrow } from "../../../domain/narrow/narrow";
import type { MessageScope } from "./message-scope";

/** The messages of one conversation with ids from `from` to `to`, inclusive. */
export interface ConversationSpan {
  readonly conversationId: ConversationId;
  readonly from: MessageId;
  readonly to: MessageId;
}

/** Reads users' unread messages. */
export interface UnreadReader {
  /**
   * The unread messages in the spans, ascending, by conversation; conversations without any are left out.
   * Fails if there are more than `limit` in total.
   */
  unreadIds(
    realmId: RealmId,
    userId: UserId,
    spans: readonly ConversationSpan[],
    limit: number,
  ): Promise<Either<"too many", ReadonlyMap<ConversationId, readonly MessageId[]>>>;
  /** The user's oldest unread message in the narrow. */
  firstUnreadId(
    realmId: RealmId,
    userId: UserId,
    scope: MessageScope,
    narrow: Narrow,
  ): Promise<MessageId | undefined>;
}
