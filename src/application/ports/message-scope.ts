import type { Conversation } from "../../domain/message";

/** The messages that a reader may look at, before any narrow. */
export type MessageScope =
  /** What reached the user: intervals of subscriptions, and direct messages; and all that was said in some channels. */
  | {
      readonly kind: "received";
      readonly userId: number;
      readonly allOf?: readonly number[];
      /** Conversations that the user has lost. */
      readonly noneOf?: readonly number[];
    }
  /** What the user has put a mark on, or the server for them. */
  | {
      readonly kind: "marked";
      readonly userId: number;
      /** Conversations that the user has lost. */
      readonly noneOf: readonly number[];
      /** Conversations of which the user has only what reached them: a mark may be older than that. */
      readonly receivedOf: readonly number[];
    }
  /** All that was ever said in some channels. */
  | { readonly kind: "channels"; readonly conversationIds: readonly number[] };

/** Where a message is. */
export interface MessagePlace {
  readonly id: number;
  readonly conversation: Conversation;
  readonly topic: string;
}
