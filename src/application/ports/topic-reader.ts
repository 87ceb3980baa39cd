import type { MessagePlace, MessageScope } from "./message-scope";

/** A topic under the name that its newest message has: names differ by more than case. */
export interface Topic {
  readonly name: string;
  readonly newestMessageId: number;
}

/** Reads the topics of channels, which are what the messages there say. In any case of letters. */
export interface TopicReader {
  /** The topics of a channel, as far as the scope shows them; the newest first. */
  topics(realmId: number, conversationId: number, scope: MessageScope): Promise<readonly Topic[]>;
  /** Whether there is a message in the topic. */
  hasTopic(realmId: number, conversationId: number, topic: string): Promise<boolean>;
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
  /** Ids of those who wrote in the topic or reacted to something there, ascending. */
  participants(realmId: number, conversationId: number, topic: string): Promise<readonly number[]>;
}
