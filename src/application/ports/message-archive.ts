/** Deleted messages, which can be brought back until they are removed for good. */
export interface MessageArchive {
  /**
   * Ids of messages that were deleted at or after a time in Unix milliseconds, ascending, at most `limit`; of
   * one conversation where it is given.
   */
  deletedSince(
    realmId: number,
    time: number,
    conversationId: number | undefined,
    limit: number,
  ): Promise<readonly number[]>;
  /**
   * Removes for good what was deleted before a time in Unix milliseconds, in whatever realm, the oldest first and at
   * most `limit`; says how many.
   */
  removeBefore(time: number, limit: number): Promise<number>;
}
