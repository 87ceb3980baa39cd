import type { IdRanges } from "../../../domain/collections/id-ranges";
import type { ConversationId, MessageId, RealmId, UserId } from "../../../domain/ids";
import type { MessagePlace, MessageScope } from "../messages/message-scope";

/** A topic with the name that its newest message has: spellings of one topic may differ in case. */
export interface Topic {
  readonly name: string;
  readonly newestMessageId: MessageId;
}

/** The messages of a topic that a scope includes. */
export interface TopicSpan {
  readonly conversationId: ConversationId;
  readonly topic: string;
  readonly scope: MessageScope;
  /** The lowest id included; absent for all. */
  readonly from?: MessageId;
  /** The greatest id included; absent for all. */
  readonly upTo?: MessageId;
  /** Excludes messages whose topic has exactly this spelling. */
  readonly exceptSpelled?: string;
}

/** How much of a topic is recent. */
export interface TopicAges {
  readonly total: number;
  readonly recent: number;
  /** The oldest of the recent messages. */
  readonly firstRecentId: MessageId | undefined;
}

/** Reads the topics of channels, which are those of their messages. Names match in any case. */
export interface TopicReader {
  /** All topics of a channel, newest first. Costs a step for each. */
  topics(realmId: RealmId, conversationId: ConversationId): Promise<readonly Topic[]>;
  /**
   * Those of the named topics that have messages with ids in the ranges, as if they had no others; newest first. Costs a step for
   * each name and range.
   */
  topicsWithin(
    realmId: RealmId,
    conversationId: ConversationId,
    names: readonly string[],
    ranges: IdRanges,
  ): Promise<readonly Topic[]>;
  /** Whether the topic has any messages. */
  hasTopic(realmId: RealmId, conversationId: ConversationId, topic: string): Promise<boolean>;
  /** Whether any topic with a name has messages. */
  hasNamedTopics(realmId: RealmId, conversationId: ConversationId): Promise<boolean>;
  /** The newest messages of a topic, at most `limit`. */
  inTopic(realmId: RealmId, span: TopicSpan, limit: number): Promise<readonly MessagePlace[]>;
  /** The number of messages of a topic, and of those sent at a time in Unix seconds or later. */
  agesInTopic(realmId: RealmId, span: TopicSpan, since: number): Promise<TopicAges>;
  /**
   * Ids of the users who wrote in the topic or reacted to one of its messages, ascending. At most `limit` of them, any of them if there
   * are more. Of the messages with reactions, only the newest thousand count.
   */
  participants(
    realmId: RealmId,
    conversationId: ConversationId,
    topic: string,
    limit: number,
  ): Promise<readonly UserId[]>;
}
