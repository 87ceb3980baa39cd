import type { Narrow } from "../../domain/narrow";
import type { MessagePlace, MessageScope } from "./message-scope";

/** The messages of one conversation with an id from `from` to `to`, both included. */
export interface ConversationSpan {
  readonly conversationId: number;
  readonly from: number;
  readonly to: number;
}

/** A message that a user has not read. */
export interface UnreadMessage extends MessagePlace {
  readonly senderId: number;
}

/** Reads what a user has not read. */
export interface UnreadReader {
  /** The user's unread messages, newest first, at most `limit`. */
  unread(realmId: number, userId: number, limit: number): Promise<readonly UnreadMessage[]>;
  /**
   * The unread messages in the spans, ascending, by conversation; one without any is left out. Undefined where they are
   * more than `limit` together.
   */
  unreadIds(
    realmId: number,
    userId: number,
    spans: readonly ConversationSpan[],
    limit: number,
  ): Promise<ReadonlyMap<number, readonly number[]> | undefined>;
  /** The oldest message that reached the user, is in the narrow and is not read. */
  firstUnreadId(
    realmId: number,
    userId: number,
    scope: MessageScope,
    narrow: Narrow,
  ): Promise<number | undefined>;
}
