import type { MessagePlace, MessageScope } from "./message-scope";

/** A topic under the name that its newest message has: names differ by more than case. */
export interface Topic {
  readonly name: string;
  readonly newestMessageId: number;
}

/** The messages of a topic, as far as a scope shows them. */
export interface TopicSpan {
  readonly conversationId: number;
  readonly topic: string;
  readonly scope: MessageScope;
  /** The lowest id that counts; absent for all. */
  readonly from?: number;
  /** The greatest id that counts; absent for all. */
  readonly upTo?: number;
  /** Leaves out messages whose topic has exactly this name, in this case of letters. */
  readonly butNamed?: string;
}

/** How much of a topic is from a time on. */
export interface TopicAges {
  readonly total: number;
  readonly recent: number;
  /** The oldest of the recent messages. */
  readonly firstRecentId: number | undefined;
}

/** Reads the topics of channels, which are what the messages there say. In any case of letters. */
export interface TopicReader {
  /** The topics of a channel, as far as the scope shows them; the newest first. */
  topics(realmId: number, conversationId: number, scope: MessageScope): Promise<readonly Topic[]>;
  /** Whether there is a message in the topic. */
  hasTopic(realmId: number, conversationId: number, topic: string): Promise<boolean>;
  /** Whether there is a message in a topic that has a name. */
  hasNamedTopics(realmId: number, conversationId: number): Promise<boolean>;
  /** The newest messages of a topic, at most `limit`. */
  inTopic(realmId: number, span: TopicSpan, limit: number): Promise<readonly MessagePlace[]>;
  /** How many messages of a topic there are, and how many of them are from a time in Unix seconds or later. */
  agesInTopic(realmId: number, span: TopicSpan, since: number): Promise<TopicAges>;
  /** Ids of those who wrote in the topic or reacted to something there, ascending. */
  participants(realmId: number, conversationId: number, topic: string): Promise<readonly number[]>;
}
