import type { ConversationId, MessageId, UserId } from "../../../domain/ids";
import type { Conversation } from "../../../domain/messages/message";

/** The messages that a reader may see, before any narrow. */
export type MessageScope =
  /**
   * The messages that the user received (intervals of subscriptions, and direct messages), and all messages
   * of some channels.
   */
  | {
      readonly kind: "received";
      readonly userId: UserId;
      readonly allOf?: readonly ConversationId[];
      /** Conversations that the user has lost access to. */
      readonly noneOf?: readonly ConversationId[];
    }
  /** The messages with the user's flags, set by the user or the server. */
  | {
      readonly kind: "marked";
      readonly userId: UserId;
      /** Conversations that the user has lost access to. */
      readonly noneOf: readonly ConversationId[];
      /**
       * Conversations in which the user may read only messages that they received. Their flags may be older than that
       * restriction.
       */
      readonly receivedOf: readonly ConversationId[];
    }
  /** All messages of some channels. */
  | { readonly kind: "channels"; readonly conversationIds: readonly ConversationId[] };

/** A message's conversation and topic. */
export interface MessagePlace {
  readonly id: MessageId;
  readonly conversation: Conversation;
  readonly topic: string;
}
