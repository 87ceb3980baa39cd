import type { Knex } from "knex";
import type { MessageScope } from "../../../../application/ports/messages/message-scope";
import type { ConversationId, RealmId, UserId } from "../../../../domain/ids";
import { type Narrow, type NarrowTerm, unreadOf } from "../../../../domain/narrow/narrow";
import type { TopicPolicy } from "../../../../domain/topics/topic-policy";
import type { Sql } from "../database/rows";
import { beyondAnyId, rangesIn, unreadRanges, userConversations } from "./user-conversations";

/** A scope that lists conversations, rather than messages with flags. */
export type ConversationScope = Exclude<MessageScope, { readonly kind: "marked" }>;

/** All ids of some conversations, as rows like those of `receivedRanges`. */
const wholeRanges = (sql: Sql, ids: readonly ConversationId[]): Knex.Raw =>
  sql.raw(
    `SELECT whole.id AS conversation_id, 0::bigint AS start, ${beyondAnyId} AS beyond FROM unnest(?::bigint[]) AS whole (id)`,
    [[...ids]],
  );

/** The ids that a user received, a row for each range of a conversation. */
const receivedRanges = (
  sql: Sql,
  realmId: RealmId,
  { userId, allOf = [], noneOf = [] }: Extract<MessageScope, { readonly kind: "received" }>,
): Knex.Raw =>
  sql.raw(
    `${rangesIn("received", userConversations)} WHERE NOT conversation_id = ANY(:except) UNION ALL :whole`,
    { realmId, userId, except: [...noneOf, ...allOf], whole: wholeRanges(sql, allOf) },
  );

/** Whether a conversation's unread messages are in the scope: of some channels, or of what the same user received. */
export const conversationInScope = (sql: Sql, scope: ConversationScope): Knex.Raw =>
  scope.kind === "channels"
    ? sql.raw("conversation_id = ANY(?)", [[...scope.conversationIds]])
    : sql.raw("NOT conversation_id = ANY(?)", [
        (scope.noneOf ?? []).filter((id) => !scope.allOf?.includes(id)),
      ]);

/** Whether a channel is muted, as a condition on ranges `r`. */
const isMuted = `r.conversation_id IN (SELECT c.conversation_id FROM subscriptions s
  JOIN channels c ON c.realm_id = s.realm_id AND c.id = s.channel_id
  WHERE s.realm_id = :realmId AND s.user_id = :userId AND s.is_muted)`;

const isOneOf = (policies: readonly TopicPolicy[]): string =>
  `t.policy IN (${policies.map((policy) => `'${policy}'`).join(", ")})`;

/** The topics for which a user has a policy, in some ranges `r`. */
const topicsWith = (policies: readonly TopicPolicy[], condition: string, ranges: string): string =>
  `SELECT r.*, t.topic_key FROM ${ranges}
   JOIN channels c ON c.realm_id = :realmId AND c.conversation_id = r.conversation_id
   JOIN user_topics t ON t.realm_id = :realmId AND t.user_id = :userId AND t.channel_id = c.id
   WHERE ${isOneOf(policies)} AND ${condition}`;

/** Whether a user has such a policy for any topic of a channel, as a condition on ranges `r`. */
const hasTopicWith = (policies: readonly TopicPolicy[]): string =>
  `r.conversation_id IN (SELECT c.conversation_id FROM user_topics t
     JOIN channels c ON c.realm_id = t.realm_id AND c.id = t.channel_id
     WHERE t.realm_id = :realmId AND t.user_id = :userId AND ${isOneOf(policies)})`;

/** Queries of the ranges of conversations, and of topics, in which the messages of a narrow can be, out of `:ranges`. */
interface SearchRanges {
  readonly conversations?: string;
  readonly topics?: string;
  readonly bindings?: Readonly<Record<string, number | string>>;
}

/** Where the messages of a term are: in whole conversations, and elsewhere in the topics for which a user has some policies. */
interface PolicyPlaces {
  readonly userId: UserId;
  /** Conditions on ranges `r`. */
  readonly whole: string;
  readonly byTopic: string;
  readonly policies: readonly TopicPolicy[];
}

const policyPlaces = (term: NarrowTerm): PolicyPlaces | undefined => {
  if (term.operator === "followed" && !term.negated)
    return { userId: term.userId, whole: "false", byTopic: "true", policies: ["followed"] };
  if (term.operator !== "muted") return undefined;
  const { userId } = term;
  return term.negated
    ? { userId, whole: `NOT ${isMuted}`, byTopic: isMuted, policies: ["unmuted", "followed"] }
    : { userId, whole: isMuted, byTopic: `NOT ${isMuted}`, policies: ["muted"] };
};

const allRanges = "(:ranges) r";

/** More ranges than this are too many to look for each topic in each. */
const mostPieces = 20;

/** The ranges, each with the number of those of its conversation. */
const inPieces = "(SELECT *, count(*) OVER (PARTITION BY conversation_id) AS pieces FROM (:ranges) every) r";

const rangesOf = ({ userId, whole, byTopic, policies }: PolicyPlaces): SearchRanges => ({
  ...(whole !== "false" && { conversations: `SELECT * FROM ${allRanges} WHERE ${whole}` }),
  topics: topicsWith(policies, byTopic, allRanges),
  bindings: { userId },
});

/**
 * The same for unread messages. Reading topic by topic leaves a channel with many unread ranges. Looking for
 * each topic with a policy in each range would take long, so all messages of such a channel are compared with the policies instead.
 */
const unreadRangesOf = ({ userId, whole, byTopic, policies }: PolicyPlaces): SearchRanges => ({
  conversations: `SELECT * FROM ${inPieces}
    WHERE ${whole} OR (r.pieces > ${mostPieces} AND ${hasTopicWith(policies)})`,
  topics: topicsWith(policies, `r.pieces <= ${mostPieces} AND ${byTopic}`, inPieces),
  bindings: { userId },
});

export const searchRanges = (narrow: Narrow): SearchRanges => {
  const rangesOfPlaces = unreadOf(narrow) === undefined ? rangesOf : unreadRangesOf;
  for (const term of narrow) {
    if (term.operator === "topic" && !term.negated)
      return {
        topics: `SELECT r.*, lower(:topic) AS topic_key FROM ${allRanges}`,
        bindings: { topic: term.topic },
      };
    const places = policyPlaces(term);
    if (places) return rangesOfPlaces(places);
  }
  return { conversations: `SELECT * FROM ${allRanges}` };
};

/** All ranges of a scope, or those that a user hasn't read, if the narrow asks for these. */
export const rangesToSearch = (
  sql: Sql,
  realmId: RealmId,
  scope: ConversationScope,
  narrow: Narrow,
): Knex.Raw => {
  const unreadBy = unreadOf(narrow);
  if (unreadBy !== undefined)
    return sql.raw(`${unreadRanges} WHERE :inScope`, {
      realmId,
      userId: unreadBy,
      inScope: conversationInScope(sql, scope),
    });
  return scope.kind === "channels"
    ? wholeRanges(sql, scope.conversationIds)
    : receivedRanges(sql, realmId, scope);
};
