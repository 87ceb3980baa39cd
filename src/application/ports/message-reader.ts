import type { Conversation, Message, MessageHead } from "../../domain/message";
import type { Narrow } from "../../domain/narrow";

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
  /** What the user has put a mark on, or the server for them, save in conversations that they have lost. */
  | { readonly kind: "marked"; readonly userId: number; readonly noneOf: readonly number[] }
  /** All that was ever said in some channels. */
  | { readonly kind: "channels"; readonly conversationIds: readonly number[] };

export interface MessageWindow {
  readonly scope: MessageScope;
  readonly narrow: Narrow;
  /** A message id, which need not exist. */
  readonly anchor: number;
  readonly before: number;
  readonly after: number;
}

/** The messages of one conversation with an id from `from` to `to`, both included. */
export interface ConversationSpan {
  readonly conversationId: number;
  readonly from: number;
  readonly to: number;
}

/** Where a message is. */
export interface MessagePlace {
  readonly id: number;
  readonly conversation: Conversation;
  readonly topic: string;
}

/** A topic under the name that its newest message has: names differ by more than case. */
export interface Topic {
  readonly name: string;
  readonly newestMessageId: number;
}

export interface UnreadMessage extends MessagePlace {
  readonly senderId: number;
}

/** A message with what a search found in it marked, as HTML. */
export interface Highlighted {
  readonly content: string;
  readonly topic: string;
}

/** Reads messages. Absent messages are left out. */
export interface MessageReader {
  /** In ascending order of id. */
  byIds(realmId: number, ids: readonly number[]): Promise<readonly Message[]>;
  /** At most `before` messages below the anchor, the anchor's own, at most `after` above it; each ascending. */
  around(
    realmId: number,
    window: MessageWindow,
  ): Promise<{
    readonly before: readonly Message[];
    readonly at: Message | undefined;
    readonly after: readonly Message[];
  }>;
  /** The same without what was said. */
  heads(
    realmId: number,
    window: MessageWindow,
  ): Promise<{
    readonly before: readonly MessageHead[];
    readonly at: MessageHead | undefined;
    readonly after: readonly MessageHead[];
  }>;
  /** Those of the messages that a narrow holds, whoever may read them. */
  among(realmId: number, ids: readonly number[], narrow: Narrow): Promise<ReadonlySet<number>>;
  /** The messages by id, with what a search finds in them marked by `<span class="highlight">`. */
  highlighted(
    realmId: number,
    ids: readonly number[],
    search: string,
  ): Promise<ReadonlyMap<number, Highlighted>>;
  /** The oldest message that was sent at a time in Unix seconds or later. */
  idAt(realmId: number, time: number): Promise<number | undefined>;
  /** The oldest message that reached the user, is in the narrow and is not read. */
  firstUnreadId(
    realmId: number,
    userId: number,
    scope: MessageScope,
    narrow: Narrow,
  ): Promise<number | undefined>;
  /** The user's unread messages, newest first, at most `limit`. */
  unread(realmId: number, userId: number, limit: number): Promise<readonly UnreadMessage[]>;
  /** The unread messages in the spans, ascending, by conversation; one without any is left out. */
  unreadIds(
    realmId: number,
    userId: number,
    spans: readonly ConversationSpan[],
  ): Promise<ReadonlyMap<number, readonly number[]>>;
  /** The message that a user sent under this key, unless it was deleted since. */
  idBySendKey(realmId: number, senderId: number, key: string): Promise<number | undefined>;
  /** Everything that a user sent, ascending. */
  sentBy(realmId: number, senderId: number): Promise<readonly MessagePlace[]>;
  /** The newest message that reached the user. */
  newestId(realmId: number, userId: number): Promise<number | undefined>;
  /** The oldest message of each channel that has any, by conversation id. */
  firstIds(realmId: number, conversationIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** The topics of a channel, as far as the scope shows them; the newest first. */
  topics(realmId: number, conversationId: number, scope: MessageScope): Promise<readonly Topic[]>;
  /** Whether there is a message in the topic. */
  hasTopic(realmId: number, conversationId: number, topic: string): Promise<boolean>;
  /** Ids of those who wrote in the topic or reacted to something there, ascending. */
  participants(realmId: number, conversationId: number, topic: string): Promise<readonly number[]>;
  /** Messages that a renderer older than the version made, the newest first, at most `limit`. */
  renderedBefore(realmId: number, version: number, limit: number): Promise<readonly Message[]>;
  /** Whether there is a message in a topic that has a name. */
  hasNamedTopics(realmId: number, conversationId: number): Promise<boolean>;
  /** The newest messages of a topic within the scope, at most `limit`. */
  inTopic(
    realmId: number,
    conversationId: number,
    topic: string,
    scope: MessageScope,
    limit: number,
  ): Promise<readonly MessagePlace[]>;
  /**
   * The oldest messages of a channel's conversation, or of all direct ones, beyond the id `after`, at most
   * `limit`, as far as they are from before a time in Unix seconds. Ids are in the order of sending, so the
   * others are newer still.
   */
  sentBefore(
    realmId: number,
    where: number | "direct",
    time: number,
    after: number,
    limit: number,
  ): Promise<readonly MessagePlace[]>;
  /** How many messages each channel's conversation has since a time in Unix seconds, if it has any. */
  countsSince(realmId: number, time: number): Promise<ReadonlyMap<number, number>>;
  /** When the newest message of each conversation was sent, in Unix seconds. */
  newestSentAt(realmId: number, conversationIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}
