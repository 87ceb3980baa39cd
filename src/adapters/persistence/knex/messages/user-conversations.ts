/** As an id, greater than any other. */
export const beyondAnyId = "9223372036854775807";

/** A user's conversations with the ids received in each. Takes `:realmId` and `:userId`. */
export const userConversations = `
  SELECT c.conversation_id, s.received FROM subscriptions s
    JOIN channels c ON c.realm_id = s.realm_id AND c.id = s.channel_id
    WHERE s.realm_id = :realmId AND s.user_id = :userId
  UNION ALL
  SELECT p.conversation_id, '{[0,)}'::int8multirange FROM direct_participants p
    WHERE p.realm_id = :realmId AND p.user_id = :userId`;

/** A row for each range of ids, an expression, of the conversations that a query returns. */
export const rangesIn = (ids: string, conversations: string): string =>
  `SELECT conversation_id, lower(ids) AS start, coalesce(upper(ids), ${beyondAnyId}) AS beyond
   FROM (SELECT conversation_id, unnest(${ids}) AS ids FROM (${conversations}) conversations) ranges`;

/** A user's conversations with the ids received and read in each. */
const userReadStates = `
  SELECT o.conversation_id, o.received, coalesce(r.read, '{}') AS read FROM (${userConversations}) o
  LEFT JOIN read_states r
    ON r.realm_id = :realmId AND r.user_id = :userId AND r.conversation_id = o.conversation_id`;

/**
 * The same, cut to some ids of each conversation: `:conversationIds`, and as many multiranges `:idsOfEach`. A state may have 50,000 ranges,
 * which PostgreSQL takes a second to write.
 */
export const cutReadStates = `
  SELECT conversation_id, received * ids AS received, read * ids AS read
  FROM (${userReadStates} WHERE o.conversation_id = ANY(:conversationIds)) states
  JOIN unnest(CAST(:conversationIds AS bigint[]), CAST(:idsOfEach AS int8multirange[])) AS asked (conversation_id, ids)
  USING (conversation_id)`;

/** The ids that a user received and has not read, a row for each range of a conversation. */
export const unreadRanges = rangesIn("received - read", userReadStates);

/** The same ids, cut like `cutReadStates`. */
export const cutUnreadRanges = rangesIn("received - read", cutReadStates);

/** The same ids, a row for each conversation. */
export const unreadSets = `SELECT conversation_id, received - read AS ids FROM (${userReadStates}) states`;
