interface Between {
  /** Expressions. The ids looked for lie between them. */
  readonly after: string;
  readonly before: string;
  readonly conversationId: string;
  /** How many archived messages are looked at, of any conversation. */
  readonly most: number;
}

/**
 * The greatest id of a conversation's archived message, which may be restored; null if there is none. If more are archived than may be
 * looked at, the id before these. Takes `:realmId`.
 */
export const archivedBefore = ({ after, before, conversationId, most }: Between): string => `(
  SELECT GREATEST(max(a.id) FILTER (WHERE a.conversation_id = ${conversationId}), CASE WHEN count(*) = ${most} THEN min(a.id) - 1 END)
  FROM (SELECT id, conversation_id FROM archived_messages
    WHERE realm_id = :realmId AND id > ${after} AND id < ${before} ORDER BY id DESC LIMIT ${most}) a)`;
