import type { Knex } from "knex";
import type { MessageScope } from "../../../../application/ports/messages/message-scope";
import type { ConversationId, RealmId, UserId } from "../../../../domain/ids";
import type { Narrow } from "../../../../domain/narrow/narrow";
import type { TopicPolicy } from "../../../../domain/topics/topic-policy";
import type { Sql } from "../database/rows";
import { narrowToSql } from "./message-conditions";
import { beyondAnyId, directConversationsOf, userConversations } from "./user-conversations";

/** A scope that lists conversations, rather than messages with flags. */
export type ConversationScope = Exclude<MessageScope, { readonly kind: "marked" }>;

/** The matching ids nearest to an anchor. */
export interface Nearest {
  readonly narrow: Narrow;
  /** The condition that a message `m` is on the requested side of the anchor. */
  readonly isBeyond: Knex.Raw;
  readonly order: "ASC" | "DESC";
  readonly limit: number;
}

/** All ids of some conversations, as rows like those of `receivedRanges`. */
const wholeConversations = (sql: Sql, ids: readonly ConversationId[]): Knex.Raw =>
  sql.raw(
    `SELECT whole.id AS conversation_id, 0 AS start, ${beyondAnyId} AS beyond FROM unnest(?::bigint[]) AS whole (id)`,
    [[...ids]],
  );

/** The ids that a user received, a row for each range of a conversation. */
const receivedRanges = (
  sql: Sql,
  realmId: RealmId,
  { userId, allOf = [], noneOf = [] }: Extract<MessageScope, { readonly kind: "received" }>,
  isDirect: boolean,
): Knex.Raw =>
  sql.raw(
    `SELECT conversation_id, lower(ids) AS start, coalesce(upper(ids), ${beyondAnyId}) AS beyond FROM (
       SELECT o.conversation_id, unnest(o.received) AS ids
       FROM (${isDirect ? directConversationsOf : userConversations}) o WHERE NOT o.conversation_id = ANY(:except)
     ) received
     UNION ALL :whole`,
    { realmId, userId, except: [...noneOf, ...allOf], whole: wholeConversations(sql, allOf) },
  );

/** Which conversations as a whole, and which of a user's topics with policies, can have messages of a narrow. */
interface Places {
  readonly userId: UserId;
  /** Whether the channels are muted; absent for all conversations, null for none of them. */
  readonly areMuted?: boolean | null;
  readonly policies: readonly TopicPolicy[];
  /** Whether the topics' channels are muted; absent for either. */
  readonly inMuted?: boolean;
}

const placesOf = (narrow: Narrow): Places | undefined => {
  for (const { negated = false, ...term } of narrow)
    if (term.operator === "followed" && !negated)
      return { userId: term.userId, areMuted: null, policies: ["followed"] };
    else if (term.operator === "muted")
      return {
        userId: term.userId,
        areMuted: !negated,
        policies: negated ? ["unmuted", "followed"] : ["muted"],
        inMuted: negated,
      };
  return undefined;
};

const isInMuted = `conversation_id IN (SELECT c.conversation_id FROM subscriptions s
  JOIN channels c ON c.realm_id = s.realm_id AND c.id = s.channel_id
  WHERE s.realm_id = :realmId AND s.user_id = :userId AND s.is_muted)`;

const condition = (isMuted: boolean | null | undefined, column: string): string => {
  if (isMuted === null) return "false";
  return isMuted === undefined ? "true" : `${isMuted ? "" : "NOT "}${column}.${isInMuted}`;
};

/**
 * A query of the ids nearest to an anchor that lie in a scope and match a narrow. It looks into each conversation, or into each topic
 * that a policy names, where an index has the ids in order. So it doesn't read messages that the reader can't see, however many others
 * write.
 */
export const idsByConversation = (
  sql: Sql,
  realmId: RealmId,
  scope: ConversationScope,
  { narrow, isBeyond, order, limit }: Nearest,
): Knex.Raw => {
  const isDirect = narrow.some(
    ({ operator, negated }) => !negated && (operator === "is-dm" || operator === "dm-including"),
  );
  const ranges =
    scope.kind === "channels"
      ? wholeConversations(sql, scope.conversationIds)
      : receivedRanges(sql, realmId, scope, isDirect);
  const places = placesOf(narrow);
  /** `OFFSET 0` computes the ends of a range once instead of for each message. */
  const nearestIn = (from: string, where: string): string =>
    `SELECT m.id FROM (${from} OFFSET 0) u CROSS JOIN LATERAL (
       SELECT m.id FROM messages m
       WHERE m.realm_id = :realmId AND m.conversation_id = u.conversation_id AND m.id >= u.start AND m.id < u.beyond
         AND ${where} AND :isBeyond AND :terms
       ORDER BY m.id ${order} LIMIT :limit
     ) m`;
  const inConversations = nearestIn(
    `SELECT r.* FROM (:ranges) r WHERE ${condition(places?.areMuted, "r")}`,
    "true",
  );
  const inTopics = nearestIn(
    `SELECT r.*, t.topic_key FROM (:ranges) r
     JOIN channels c ON c.realm_id = :realmId AND c.conversation_id = r.conversation_id
     JOIN user_topics t ON t.realm_id = :realmId AND t.user_id = :userId AND t.channel_id = c.id
     WHERE t.policy = ANY(:policies) AND ${condition(places?.inMuted, "r")}`,
    "lower(m.topic) = u.topic_key",
  );
  return sql.raw(
    `SELECT id FROM (${places === undefined ? inConversations : `${inConversations} UNION ALL ${inTopics}`}) near
     ORDER BY id ${order} LIMIT :limit OFFSET 0`,
    {
      realmId,
      ranges,
      isBeyond,
      terms: narrowToSql(sql, realmId, narrow),
      limit,
      ...(places && { userId: places.userId, policies: [...places.policies] }),
    },
  );
};
