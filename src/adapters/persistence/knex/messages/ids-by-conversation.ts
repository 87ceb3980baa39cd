import type { Knex } from "knex";
import type { MessageScope } from "../../../../application/ports/messages/message-scope";
import type { ChannelId, ConversationId, MessageId, RealmId } from "../../../../domain/ids";
import { participantsKey } from "../../../../domain/messages/message";
import { besidesUnread, type Narrow, type NarrowTerm, unreadOf } from "../../../../domain/narrow/narrow";
import type { TopicPolicy } from "../../../../domain/topics/topic-policy";
import type { Sql } from "../database/rows";
import { narrowToSql, notReadBySending } from "./message-conditions";
import { beyondAnyId, rangesIn, unreadRanges, userConversations } from "./user-conversations";

/** A scope that lists conversations, rather than messages with flags. */
export type ConversationScope = Exclude<MessageScope, { readonly kind: "marked" }>;

/** The ids to look for: those between two others that match a narrow, the nearest ones to an end. */
export interface IdQuery {
  readonly narrow: Narrow;
  readonly from: MessageId;
  /** The first id after them. */
  readonly to: MessageId;
  readonly order: "ASC" | "DESC";
  readonly limit: number;
}

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

/** Whether what a user hasn't read of a conversation is in a scope: of some channels, or of what the same user received. */
export const isUnreadIn = (sql: Sql, scope: ConversationScope): Knex.Raw =>
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

/** The topics for which a user has a policy. */
const topicsWith = (policies: readonly TopicPolicy[], condition: string): string =>
  `SELECT r.*, t.topic_key FROM (:ranges) r
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

const among = (condition: string): string => `SELECT * FROM (:ranges) r WHERE ${condition}`;

/** The ranges for a term that selects topics; undefined for other terms. */
const rangesFor = (term: NarrowTerm): SearchRanges | undefined => {
  const { negated } = term;
  if (term.operator === "topic" && !negated)
    return {
      topics: "SELECT r.*, lower(:topic) AS topic_key FROM (:ranges) r",
      bindings: { topic: term.topic },
    };
  if (term.operator === "followed" && !negated)
    return { topics: topicsWith(["followed"], "true"), bindings: { userId: term.userId } };
  if (term.operator !== "muted") return undefined;
  return {
    conversations: among(negated ? `NOT ${isMuted}` : isMuted),
    topics: negated ? topicsWith(["unmuted", "followed"], isMuted) : topicsWith(["muted"], `NOT ${isMuted}`),
    bindings: { userId: term.userId },
  };
};

/**
 * The same for unread messages. Reading topic by topic leaves many unread ranges in a channel. Each topic that has a policy would be
 * looked for in each of them, so only a term with a single topic does that.
 */
const unreadRangesFor = (term: NarrowTerm): SearchRanges | undefined => {
  const { operator, negated } = term;
  if (operator === "followed" && !negated)
    return { conversations: among(hasTopicWith(["followed"])), bindings: { userId: term.userId } };
  if (operator !== "muted") return rangesFor(term);
  const condition = negated
    ? `NOT ${isMuted} OR ${hasTopicWith(["unmuted", "followed"])}`
    : `${isMuted} OR ${hasTopicWith(["muted"])}`;
  return { conversations: among(condition), bindings: { userId: term.userId } };
};

const searchRanges = (narrow: Narrow): SearchRanges => {
  const rangesOf = unreadOf(narrow) === undefined ? rangesFor : unreadRangesFor;
  for (const term of narrow) {
    const found = rangesOf(term);
    if (found) return found;
  }
  return { conversations: among("true") };
};

/** Whether messages in a range `p` can match a term, as far as its conversation tells. */
const mayMatchIn = (sql: Sql, realmId: RealmId, term: NarrowTerm): Knex.Raw => {
  const not = term.negated ? "NOT " : "";
  const inChannels = (ids: readonly ChannelId[]): Knex.Raw =>
    sql.raw(
      `${not}EXISTS (SELECT FROM channels c
         WHERE c.realm_id = ? AND c.conversation_id = p.conversation_id AND c.id = ANY(?))`,
      [realmId, [...ids]],
    );
  const direct = `EXISTS (SELECT FROM direct_conversations d WHERE d.realm_id = ? AND d.id = p.conversation_id`;
  switch (term.operator) {
    case "channel":
      return inChannels([term.channelId]);
    case "channels":
      return inChannels(term.channelIds);
    case "is-dm":
      return sql.raw(`${not}${direct})`, [realmId]);
    case "dm":
      return sql.raw(`${not}${direct} AND d.participants_key = ?)`, [
        realmId,
        participantsKey(term.participants),
      ]);
    case "dm-including":
      return term.negated
        ? sql.raw("true")
        : sql.raw(`${direct} AND string_to_array(d.participants_key, ',')::bigint[] @> ?::bigint[])`, [
            realmId,
            [...term.userIds],
          ]);
    default:
      return sql.raw("true");
  }
};

/** Ranges cut to the ids that are looked for. `OFFSET 0` computes their ends once instead of for each message. */
const clipped = (ranges: string): string =>
  `(SELECT *, GREATEST(start, :from) AS low, LEAST(beyond, :to) AS high FROM (${ranges}) p
    WHERE start < :to AND beyond > :from AND :inConversation OFFSET 0) u`;

const inConversations = (ranges: string, order: IdQuery["order"]): string =>
  `SELECT m.id FROM ${clipped(ranges)} CROSS JOIN LATERAL (
     SELECT m.id FROM messages m
     WHERE m.realm_id = :realmId AND m.conversation_id = u.conversation_id AND m.id >= u.low AND m.id < u.high AND :terms
     ORDER BY m.id ${order} LIMIT :limit
   ) m`;

/** Compares the topic and the id together: otherwise the planner may take another index, which has a channel's ids of all topics. */
const inTopics = (ranges: string, order: IdQuery["order"]): string =>
  `SELECT m.id FROM ${clipped(ranges)} CROSS JOIN LATERAL (
     SELECT m.id FROM messages m
     WHERE m.realm_id = :realmId AND m.conversation_id = u.conversation_id
       AND (lower(m.topic), m.id) >= (u.topic_key, u.low) AND (lower(m.topic), m.id) < (u.topic_key, u.high) AND :terms
     ORDER BY lower(m.topic) ${order}, m.id ${order} LIMIT :limit
   ) m`;

/** All ranges of a scope, or those that a user hasn't read, if the narrow asks for these. */
const rangesToSearch = (sql: Sql, realmId: RealmId, scope: ConversationScope, narrow: Narrow): Knex.Raw => {
  const unreadBy = unreadOf(narrow);
  if (unreadBy !== undefined)
    return sql.raw(`${unreadRanges} WHERE :inScope`, {
      realmId,
      userId: unreadBy,
      inScope: isUnreadIn(sql, scope),
    });
  return scope.kind === "channels"
    ? wholeRanges(sql, scope.conversationIds)
    : receivedRanges(sql, realmId, scope);
};

/** The narrow as a condition on messages `m` in such ranges. */
const termsInRanges = (sql: Sql, realmId: RealmId, narrow: Narrow): Knex.Raw => {
  const unreadBy = unreadOf(narrow);
  if (unreadBy === undefined) return narrowToSql(sql, realmId, narrow);
  const others = narrowToSql(sql, realmId, besidesUnread(narrow));
  return sql.raw(`${notReadBySending} AND :others`, { userId: unreadBy, others });
};

/**
 * A query of the wanted ids that lie in a scope. It looks into each conversation, or into each topic that a policy names, where an
 * index has the ids in order. So it doesn't read messages that the reader can't see, however many others write, nor those that the
 * reader has read, if the narrow asks for unread ones.
 */
export const idsByConversation = (
  sql: Sql,
  realmId: RealmId,
  scope: ConversationScope,
  { narrow, from, to, order, limit }: IdQuery,
): Knex.Raw => {
  const { conversations, topics, bindings } = searchRanges(narrow);
  const queries = [
    ...(conversations === undefined ? [] : [inConversations(conversations, order)]),
    ...(topics === undefined ? [] : [inTopics(topics, order)]),
  ];
  return sql.raw(
    `SELECT id FROM (${queries.join(" UNION ALL ")}) near ORDER BY id ${order} LIMIT :limit OFFSET 0`,
    {
      realmId,
      ranges: rangesToSearch(sql, realmId, scope, narrow),
      from,
      to,
      inConversation: sql.raw(
        ["true", ...narrow.map(() => "?")].join(" AND "),
        narrow.map((term) => mayMatchIn(sql, realmId, term)),
      ),
      terms: termsInRanges(sql, realmId, narrow),
      limit,
      ...bindings,
    },
  );
};
