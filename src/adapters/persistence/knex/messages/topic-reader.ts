import type { Knex } from "knex";
import type { Topic, TopicReader, TopicSpan } from "../../../../application/ports/topics/topic-reader";
import type { MessageId, RealmId, UserId } from "../../../../domain/ids";
import { toMultirange } from "../database/multiranges";
import { query, type Sql } from "../database/rows";
import { scopeToSql } from "./message-conditions";
import { type MessageRow, toPlace } from "./message-rows";
import { beyondAnyId } from "./user-conversations";

const spanToSql = (
  sql: Sql,
  realmId: RealmId,
  { conversationId, topic, scope, from, upTo, exceptSpelled }: TopicSpan,
): Knex.Raw => {
  const terms = [
    sql.raw("m.realm_id = ? AND m.conversation_id = ? AND lower(m.topic) = lower(?)", [
      realmId,
      conversationId,
      topic,
    ]),
    scopeToSql(sql, realmId, scope),
    ...(from === undefined ? [] : [sql.raw("m.id >= ?", [from])]),
    ...(upTo === undefined ? [] : [sql.raw("m.id <= ?", [upTo])]),
    ...(exceptSpelled === undefined ? [] : [sql.raw("m.topic <> ?", [exceptSpelled])]),
  ];
  return sql.raw(terms.map(() => "?").join(" AND "), terms);
};

const toTopic = ({ name, id }: { readonly name: string; readonly id: MessageId }): Topic => ({
  name,
  newestMessageId: id,
});

const inTopic = "realm_id = :realmId AND conversation_id = :conversationId AND lower(topic) = lower(:topic)";

/** How many of a topic's newest messages with reactions are searched for people who reacted. */
const mostReactedTo = 1000;

/**
 * Skips through the index `messages_topic_senders` from one sender to the next: 30,000 messages of ten people cost ten steps.
 * Reactions are stored in the messages.
 */
const participants = `WITH RECURSIVE senders AS (
    (SELECT sender_id FROM messages WHERE ${inTopic} ORDER BY sender_id LIMIT 1)
    UNION ALL
    SELECT (SELECT sender_id FROM messages WHERE ${inTopic} AND sender_id > senders.sender_id ORDER BY sender_id LIMIT 1)
    FROM senders WHERE senders.sender_id IS NOT NULL
  )
  SELECT user_id FROM (
    (SELECT sender_id AS user_id FROM senders WHERE sender_id IS NOT NULL LIMIT :limit)
    UNION
    (SELECT DISTINCT (one ->> 'userId')::bigint FROM (
       SELECT reactions FROM messages WHERE ${inTopic} AND reactions <> '[]'
       ORDER BY lower(topic) DESC, id DESC LIMIT ${mostReactedTo}
     ) reacted, jsonb_array_elements(reactions) one LIMIT :limit)
  ) either ORDER BY user_id LIMIT :limit`;

export const knexTopicReader = (sql: Sql): TopicReader => ({
  topics: async (realmId, conversationId) => {
    // Skips backward through the index, from one topic's newest message to the next topic's: a million messages in ten
    // topics cost ten steps.
    const rows = await query<{ name: string; id: MessageId }>(
      sql,
      `WITH RECURSIVE newest AS (
         (SELECT id, topic, lower(topic) AS key FROM messages
          WHERE realm_id = :realmId AND conversation_id = :conversationId
          ORDER BY lower(topic) DESC, id DESC LIMIT 1)
         UNION ALL
         SELECT m.* FROM newest CROSS JOIN LATERAL (
           SELECT id, topic, lower(topic) AS key FROM messages
           WHERE realm_id = :realmId AND conversation_id = :conversationId AND lower(topic) < newest.key
           ORDER BY lower(topic) DESC, id DESC LIMIT 1
         ) m
       )
       SELECT topic AS name, id FROM newest ORDER BY id DESC`,
      { realmId, conversationId },
    );
    return rows.map(toTopic);
  },

  topicsWithin: async (realmId, conversationId, names, ranges) => {
    const rows = await query<{ name: string; id: MessageId }>(
      sql,
      `SELECT m.topic AS name, m.id FROM (
         SELECT DISTINCT lower(name) AS key FROM unnest(CAST(:names AS text[])) name
       ) named CROSS JOIN LATERAL (
         SELECT m.* FROM unnest(CAST(:ranges AS int8multirange)) ids CROSS JOIN LATERAL (
           SELECT id, topic FROM messages
           WHERE realm_id = :realmId AND conversation_id = :conversationId AND lower(topic) = named.key
             AND id >= lower(ids) AND id < coalesce(upper(ids), ${beyondAnyId})
           ORDER BY id DESC LIMIT 1
         ) m ORDER BY m.id DESC LIMIT 1
       ) m ORDER BY m.id DESC`,
      { realmId, conversationId, names: [...names], ranges: toMultirange(ranges) },
    );
    return rows.map(toTopic);
  },

  hasTopic: async (realmId, conversationId, topic) => {
    const rows = await query(
      sql,
      "SELECT FROM messages WHERE realm_id = ? AND conversation_id = ? AND lower(topic) = lower(?) LIMIT 1",
      [realmId, conversationId, topic],
    );
    return rows.length > 0;
  },

  hasNamedTopics: async (realmId, conversationId) => {
    const rows = await query(
      sql,
      "SELECT FROM messages WHERE realm_id = ? AND conversation_id = ? AND lower(topic) > '' LIMIT 1",
      [realmId, conversationId],
    );
    return rows.length > 0;
  },

  inTopic: async (realmId, span, limit) => {
    const rows = await query<MessageRow>(
      sql,
      `SELECT m.id, m.conversation_id, m.channel_id, m.topic, NULL AS participants_key FROM messages m
       WHERE ? ORDER BY m.id DESC LIMIT ?`,
      [spanToSql(sql, realmId, span), limit],
    );
    return rows.map(toPlace);
  },

  agesInTopic: async (realmId, span, since) => {
    const [row] = await query<{ total: number; recent: number; first: number | null }>(
      sql,
      `SELECT count(*)::integer AS total, count(*) FILTER (WHERE m.sent_at >= :since)::integer AS recent,
         min(m.id) FILTER (WHERE m.sent_at >= :since) AS first FROM messages m WHERE :span`,
      { since, span: spanToSql(sql, realmId, span) },
    );
    return { total: row?.total ?? 0, recent: row?.recent ?? 0, firstRecentId: row?.first ?? undefined };
  },

  participants: async (realmId, conversationId, topic, limit) => {
    const rows = await query<{ user_id: UserId }>(sql, participants, {
      realmId,
      conversationId,
      topic,
      limit,
    });
    return rows.map((row) => row.user_id);
  },
});
