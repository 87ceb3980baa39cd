import type { Knex } from "knex";
import type { ChannelId, MessageId, RealmId } from "../../../../domain/ids";
import { participantsKey } from "../../../../domain/messages/message";
import { besidesUnread, type Narrow, type NarrowTerm, unreadOf } from "../../../../domain/narrow/narrow";
import type { Sql } from "../database/rows";
import { narrowToSql, notReadBySending } from "./message-conditions";
import { type ConversationScope, rangesToSearch, searchRanges } from "./search-ranges";

/** The ids to look for: between two others, matching a narrow, and nearest to one end. */
export interface IdQuery {
  readonly narrow: Narrow;
  readonly from: MessageId;
  /** The first id after them. */
  readonly to: MessageId;
  readonly order: "ASC" | "DESC";
  readonly limit: number;
}

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

/** The narrow as a condition on messages `m` in such ranges. */
const termsInRanges = (sql: Sql, realmId: RealmId, narrow: Narrow): Knex.Raw => {
  const unreadBy = unreadOf(narrow);
  if (unreadBy === undefined) return narrowToSql(sql, realmId, narrow);
  const others = narrowToSql(sql, realmId, besidesUnread(narrow));
  return sql.raw(`${notReadBySending} AND :others`, { userId: unreadBy, others });
};

const bindingsOf = (
  sql: Sql,
  realmId: RealmId,
  scope: ConversationScope,
  { narrow, from, to, limit }: IdQuery,
) => ({
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
});

/**
 * A query of the wanted ids that lie in a scope. It looks into each conversation, or into each topic that a policy names, where an
 * index has the ids in order. So it skips messages that the reader can't see, however many there are, and messages
 * that the reader has read if the narrow asks for unread ones.
 */
export const idsByConversation = (
  sql: Sql,
  realmId: RealmId,
  scope: ConversationScope,
  wanted: IdQuery,
): Knex.Raw => {
  const { narrow, order } = wanted;
  const { conversations, topics, bindings } = searchRanges(narrow);
  const queries = [
    ...(conversations === undefined ? [] : [inConversations(conversations, order)]),
    ...(topics === undefined ? [] : [inTopics(topics, order)]),
  ];
  return sql.raw(
    `SELECT id FROM (${queries.join(" UNION ALL ")}) near ORDER BY id ${order} LIMIT :limit OFFSET 0`,
    { ...bindingsOf(sql, realmId, scope, wanted), ...bindings },
  );
};

/**
 * The same ids, for terms that take long to compare and that many messages match. First finds and sorts all ids, from an index alone.
 * Then it looks at one message after another until there are enough; a search by conversation would look for as many in each one.
 */
export const idsInOrder = (sql: Sql, realmId: RealmId, scope: ConversationScope, wanted: IdQuery): Knex.Raw =>
  sql.raw(
    `SELECT m.id FROM (
       SELECT m.id FROM ${clipped(":ranges")} CROSS JOIN LATERAL (
         SELECT m.id FROM messages m
         WHERE m.realm_id = :realmId AND m.conversation_id = u.conversation_id AND m.id >= u.low AND m.id < u.high OFFSET 0
       ) m ORDER BY m.id ${wanted.order} OFFSET 0
     ) sorted CROSS JOIN LATERAL (
       SELECT m.id FROM messages m WHERE m.realm_id = :realmId AND m.id = sorted.id AND :terms OFFSET 0
     ) m ORDER BY sorted.id ${wanted.order} LIMIT :limit`,
    bindingsOf(sql, realmId, scope, wanted),
  );
