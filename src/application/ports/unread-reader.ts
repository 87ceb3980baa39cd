import type { Narrow } from "../../domain/narrow";
import type { Unread } from "../../domain/unread";
import type { MessageScope } from "./message-scope";

/** The messages of one conversation with an id from `from` to `to`, both included. */
export interface ConversationSpan {
  readonly conversationId: number;
  readonly from: number;
  readonly to: number;
}

/** Reads what a user has not read. */
export interface UnreadReader {
  /** The newest `limit` messages that the user has not read, by topic. */
  unread(realmId: number, userId: number, limit: number): Promise<Unread>;
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
