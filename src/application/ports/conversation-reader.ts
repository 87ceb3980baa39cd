/** Reads when and how much was said in conversations. Those in which nothing was said are left out. */
export interface ConversationReader {
  /** The oldest message of each channel that has any, by conversation id. */
  firstIds(realmId: number, conversationIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** How many messages each channel's conversation has since a time in Unix seconds, if it has any. */
  countsSince(realmId: number, time: number): Promise<ReadonlyMap<number, number>>;
  /** When the newest message of each conversation was sent, in Unix seconds. */
  newestSentAt(realmId: number, conversationIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Who sent the newest messages of the conversations, at most `limit` of each. */
  newestSenders(
    realmId: number,
    conversationIds: readonly number[],
    limit: number,
  ): Promise<ReadonlySet<number>>;
}
