import type { Knex } from "knex";
import type {
  MessagePlace,
  MessageReader,
  MessageWindow,
  UnreadMessage,
} from "../../../application/ports/message-reader";
import type { Message, MessageHead } from "../../../domain/message";
import { unreadOf } from "../../../domain/narrow";
import { highlightIn, parseSearch } from "../../../domain/search-query";
import { narrowToSql, scopeToSql } from "./message-conditions";
import { query, type Sql } from "./rows";
import { userReadStates } from "./user-conversations";

interface MessageRow {
  readonly id: number;
  readonly conversation_id: number;
  readonly channel_id: number | null;
  readonly participants_key: string | null;
  readonly topic: string;
  readonly sender_id: number;
  readonly content: string;
  readonly rendered_content: string;
  readonly renderer_version: number;
  readonly sent_at: number;
  readonly client: string;
  readonly read_by_sender: boolean;
  readonly reactions: Message["reactions"];
  readonly edits: Message["edits"];
  readonly submessages: Message["submessages"] | null;
}

const columns = `m.id, m.conversation_id, m.channel_id, m.topic, m.sender_id, m.content, m.rendered_content,
  m.renderer_version, m.sent_at, m.client, m.read_by_sender, m.reactions, m.edits,
  CASE WHEN m.has_submessages THEN (
    SELECT jsonb_agg(jsonb_build_object('id', s.id, 'senderId', s.sender_id, 'kind', s.kind, 'content', s.content)
      ORDER BY s.id)
    FROM submessages s WHERE s.realm_id = m.realm_id AND s.message_id = m.id) END AS submessages`;

const headColumns = "m.id, m.conversation_id, m.channel_id, m.topic, m.sender_id, m.read_by_sender";

const participantsOf = `LEFT JOIN direct_conversations d
  ON m.channel_id IS NULL AND d.realm_id = m.realm_id AND d.id = m.conversation_id`;

const toConversation = (
  row: Pick<MessageRow, "conversation_id" | "channel_id" | "participants_key">,
): Message["conversation"] =>
  row.channel_id === null
    ? {
        kind: "direct",
        id: row.conversation_id,
        participants: (row.participants_key ?? "").split(",").map(Number),
      }
    : { kind: "channel", id: row.conversation_id, channelId: row.channel_id };

const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  conversation: toConversation(row),
  topic: row.topic,
  senderId: row.sender_id,
  content: row.content,
  renderedContent: row.rendered_content,
  rendererVersion: row.renderer_version,
  sentAt: row.sent_at,
  client: row.client,
  readBySender: row.read_by_sender,
  reactions: row.reactions,
  edits: row.edits,
  submessages: row.submessages ?? [],
});

const toPlace = (row: MessageRow): MessagePlace => ({
  id: row.id,
  conversation: toConversation(row),
  topic: row.topic,
});

const toHead = (row: MessageRow): MessageHead => ({
  ...toPlace(row),
  senderId: row.sender_id,
  readBySender: row.read_by_sender,
});

/** One row for each conversation of the user with what they have not read of it, range by range. */
const unreadRanges = `
  SELECT conversation_id, unnest(received - read) AS ids FROM (${userReadStates}) states`;

const inUnreadRange = `m.realm_id = :realmId AND m.conversation_id = u.conversation_id AND m.id >= lower(u.ids)
  AND (upper_inf(u.ids) OR m.id < upper(u.ids)) AND NOT (m.sender_id = :userId AND m.read_by_sender)`;

export const knexMessageReader = (sql: Sql): MessageReader => {
  /**
   * A user's unread messages, in the order of `unread.id`. They are found first, by their ranges, and only then
   * put in order and looked up one by one: going through all messages in order may take all messages.
   */
  const unreadOnly = (realmId: number, userId: number, condition: Knex.Raw): Knex.Raw =>
    sql.raw(
      `(SELECT m.id FROM (${unreadRanges}) u JOIN messages m ON ${inUnreadRange} WHERE :condition OFFSET 0) unread
       CROSS JOIN LATERAL (SELECT * FROM messages x WHERE x.realm_id = :realmId AND x.id = unread.id OFFSET 0) m`,
      { realmId, userId, condition },
    );

  const select = async (
    realmId: number,
    wanted: string,
    { scope, narrow, anchor }: MessageWindow,
    [comparison, order, limit]: readonly ["<" | "=" | ">", "ASC" | "DESC", number],
  ): Promise<readonly MessageRow[]> => {
    if (limit === 0) return [];
    const userId = unreadOf(narrow);
    const beyond = sql.raw(`m.id ${comparison} ?`, [anchor]);
    const source = userId === undefined ? sql.raw("messages m") : unreadOnly(realmId, userId, beyond);
    const place = userId === undefined ? "m.id" : "unread.id";
    const terms = narrow.filter(
      (term) => term.operator !== "unread" || term.negated || term.userId !== userId,
    );
    return query<MessageRow>(
      sql,
      `SELECT m.*, d.participants_key FROM (
         SELECT ${wanted}, m.realm_id FROM ?
         WHERE m.realm_id = ? AND ? AND ? AND ? ORDER BY ${place} ${order} LIMIT ?
       ) m ${participantsOf} ORDER BY m.id`,
      [source, realmId, scopeToSql(sql, scope), narrowToSql(sql, realmId, terms), beyond, limit],
    );
  };

  const window = async <A>(
    realmId: number,
    wanted: string,
    asked: MessageWindow,
    read: (row: MessageRow) => A,
  ): Promise<{ before: readonly A[]; at: A | undefined; after: readonly A[] }> => {
    const part = async (...which: Parameters<typeof select>[3]) =>
      (await select(realmId, wanted, asked, which)).map(read);
    return {
      before: await part("<", "DESC", asked.before),
      at: (await part("=", "ASC", 1))[0],
      after: await part(">", "ASC", asked.after),
    };
  };

  return {
    byIds: async (realmId, ids) => {
      const rows = await query<MessageRow>(
        sql,
        `SELECT ${columns}, d.participants_key FROM messages m ${participantsOf}
         WHERE m.realm_id = ? AND m.id = ANY(?) ORDER BY m.id`,
        [realmId, ids],
      );
      return rows.map(toMessage);
    },

    around: (realmId, asked) => window(realmId, columns, asked, toMessage),

    heads: (realmId, asked) => window(realmId, headColumns, asked, toHead),

    among: async (realmId, ids, narrow) => {
      const rows = await query<{ id: number }>(
        sql,
        "SELECT m.id FROM messages m WHERE m.realm_id = ? AND m.id = ANY(?) AND ?",
        [realmId, ids, narrowToSql(sql, realmId, narrow)],
      );
      return new Set(rows.map(({ id }) => id));
    },

    highlighted: async (realmId, ids, search) => {
      const parsed = parseSearch(search);
      const options = 'HighlightAll=true, StartSel="<span class=""highlight"">", StopSel=</span>';
      const words = sql.raw("plainto_tsquery('english', ?)", [parsed.words.join(" ")]);
      const rows = await query<{ id: number; content: string; topic: string }>(
        sql,
        `SELECT id, ts_headline('english', rendered_content, ?, ?) AS content,
           ts_headline('english', replace(replace(replace(topic, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), ?, ?)
             AS topic
         FROM messages WHERE realm_id = ? AND id = ANY(?)`,
        [words, options, words, options, realmId, ids],
      );
      const literals = [...parsed.phrases, ...parsed.runs];
      return new Map(
        rows.map(({ id, content, topic }) => [
          id,
          { content: highlightIn(content, literals), topic: highlightIn(topic, literals) },
        ]),
      );
    },

    idAt: async (realmId, time) => {
      const at = async (from: number): Promise<{ id: number; sent_at: number } | undefined> =>
        (
          await query<{ id: number; sent_at: number }>(
            sql,
            "SELECT id, sent_at FROM messages WHERE realm_id = ? AND id >= ? ORDER BY id LIMIT 1",
            [realmId, from],
          )
        )[0];
      const [newest] = await query<{ id: number }>(
        sql,
        "SELECT id FROM messages WHERE realm_id = ? ORDER BY id DESC LIMIT 1",
        [realmId],
      );
      // Ids are in the order of sending: halves the ids in question with each look.
      let [low, high] = [0, (newest?.id ?? 0) + 1];
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        const found = await at(middle);
        if (found === undefined || found.sent_at >= time) high = middle;
        else low = found.id + 1;
      }
      const found = await at(low);
      return found && found.sent_at >= time ? found.id : undefined;
    },

    firstUnreadId: async (realmId, userId, scope, narrow) => {
      const rows = await query<{ id: number }>(
        sql,
        "SELECT m.id FROM ? WHERE ? AND ? ORDER BY unread.id LIMIT 1",
        [
          unreadOnly(realmId, userId, sql.raw("true")),
          scopeToSql(sql, scope),
          narrowToSql(sql, realmId, narrow),
        ],
      );
      return rows[0]?.id;
    },

    unread: async (realmId, userId, limit) => {
      const rows = await query<MessageRow>(
        sql,
        `SELECT m.*, d.participants_key FROM (
           SELECT m.id, m.realm_id, m.conversation_id, m.channel_id, m.topic, m.sender_id
           FROM (${unreadRanges}) u JOIN messages m ON ${inUnreadRange}
           ORDER BY m.id DESC LIMIT :limit
         ) m ${participantsOf} ORDER BY m.id DESC`,
        { realmId, userId, limit },
      );
      return rows.map(
        (row): UnreadMessage => ({
          id: row.id,
          senderId: row.sender_id,
          conversation: toConversation(row),
          topic: row.topic,
        }),
      );
    },

    unreadIds: async (realmId, userId, spans) => {
      const rows = await query<{ conversation_id: number; ids: readonly number[] }>(
        sql,
        `SELECT u.conversation_id, json_agg(m.id ORDER BY m.id) AS ids FROM (${unreadRanges}) u
         JOIN unnest(CAST(:conversations AS bigint[]), CAST(:froms AS bigint[]), CAST(:tos AS bigint[]))
           AS s (conversation_id, lowest, highest) ON s.conversation_id = u.conversation_id
         JOIN messages m ON ${inUnreadRange} AND m.id BETWEEN s.lowest AND s.highest
         GROUP BY u.conversation_id`,
        {
          ...{ realmId, userId, conversations: spans.map(({ conversationId }) => conversationId) },
          ...{ froms: spans.map(({ from }) => from), tos: spans.map(({ to }) => to) },
        },
      );
      return new Map(rows.map((row) => [row.conversation_id, row.ids]));
    },

    idBySendKey: async (realmId, senderId, key) => {
      const rows = await query<{ id: number }>(
        sql,
        "SELECT id FROM messages WHERE realm_id = ? AND sender_id = ? AND send_key = ?",
        [realmId, senderId, key],
      );
      return rows[0]?.id;
    },

    sentBy: async (realmId, senderId) => {
      const rows = await query<MessageRow>(
        sql,
        `SELECT m.id, m.conversation_id, m.channel_id, m.topic, d.participants_key
         FROM messages m ${participantsOf} WHERE m.realm_id = ? AND m.sender_id = ? ORDER BY m.id`,
        [realmId, senderId],
      );
      return rows.map(toPlace);
    },

    newestId: async (realmId, userId) => {
      const rows = await query<{ id: number }>(
        sql,
        "SELECT m.id FROM messages m WHERE m.realm_id = ? AND ? ORDER BY m.id DESC LIMIT 1",
        [realmId, scopeToSql(sql, { kind: "received", userId })],
      );
      return rows[0]?.id;
    },

    firstIds: async (realmId, conversationIds) => {
      const rows = await query<{ conversation_id: number; id: number }>(
        sql,
        `SELECT c.id AS conversation_id, m.id FROM unnest(?::bigint[]) c (id)
         CROSS JOIN LATERAL (SELECT id FROM messages WHERE realm_id = ? AND conversation_id = c.id ORDER BY id LIMIT 1) m`,
        [conversationIds, realmId],
      );
      return new Map(rows.map((row) => [row.conversation_id, row.id]));
    },

    topics: async (realmId, conversationId, scope) => {
      // Goes from topic to topic in the index, so that a million messages in ten topics cost ten steps.
      const rows = await query<{ name: string; id: number }>(
        sql,
        `WITH RECURSIVE keys AS (
           (SELECT lower(topic) AS key FROM messages
            WHERE realm_id = :realmId AND conversation_id = :conversationId ORDER BY lower(topic) LIMIT 1)
           UNION ALL
           SELECT (SELECT lower(topic) FROM messages
             WHERE realm_id = :realmId AND conversation_id = :conversationId AND lower(topic) > keys.key
             ORDER BY lower(topic) LIMIT 1)
           FROM keys WHERE keys.key IS NOT NULL
         )
         SELECT newest.topic AS name, newest.id FROM keys CROSS JOIN LATERAL (
           SELECT m.id, m.topic FROM messages m
           WHERE m.realm_id = :realmId AND m.conversation_id = :conversationId AND lower(m.topic) = keys.key
             AND :scope
           ORDER BY m.id DESC LIMIT 1
         ) newest ORDER BY newest.id DESC`,
        { realmId, conversationId, scope: scopeToSql(sql, scope) },
      );
      return rows.map(({ name, id }) => ({ name, newestMessageId: id }));
    },

    hasTopic: async (realmId, conversationId, topic) => {
      const rows = await query(
        sql,
        "SELECT FROM messages WHERE realm_id = ? AND conversation_id = ? AND lower(topic) = lower(?) LIMIT 1",
        [realmId, conversationId, topic],
      );
      return rows.length > 0;
    },

    participants: async (realmId, conversationId, topic) => {
      const rows = await query<{ user_id: number }>(
        sql,
        `WITH said AS (SELECT sender_id, reactions FROM messages
           WHERE realm_id = ? AND conversation_id = ? AND lower(topic) = lower(?))
         SELECT sender_id AS user_id FROM said
         UNION SELECT (one ->> 'userId')::bigint FROM said, jsonb_array_elements(reactions) one ORDER BY user_id`,
        [realmId, conversationId, topic],
      );
      return rows.map((row) => row.user_id);
    },

    renderedBefore: async (realmId, version, limit) => {
      const rows = await query<MessageRow>(
        sql,
        `SELECT m.*, d.participants_key FROM (
           SELECT * FROM messages WHERE realm_id = ? AND renderer_version < ? ORDER BY id DESC LIMIT ?
         ) m ${participantsOf} ORDER BY m.id DESC`,
        [realmId, version, limit],
      );
      return rows.map(toMessage);
    },

    hasNamedTopics: async (realmId, conversationId) => {
      const rows = await query(
        sql,
        "SELECT FROM messages WHERE realm_id = ? AND conversation_id = ? AND lower(topic) > '' LIMIT 1",
        [realmId, conversationId],
      );
      return rows.length > 0;
    },

    inTopic: async (realmId, conversationId, topic, scope, limit) => {
      const rows = await query<MessageRow>(
        sql,
        `SELECT m.id, m.conversation_id, m.channel_id, m.topic, NULL AS participants_key FROM messages m
         WHERE m.realm_id = ? AND m.conversation_id = ? AND lower(m.topic) = lower(?) AND ?
         ORDER BY m.id DESC LIMIT ?`,
        [realmId, conversationId, topic, scopeToSql(sql, scope), limit],
      );
      return rows.map(toPlace);
    },

    sentBefore: async (realmId, where, time, after, limit) => {
      const within =
        where === "direct" ? sql.raw("m.channel_id IS NULL") : sql.raw("m.conversation_id = ?", [where]);
      const rows = await query<MessageRow>(
        sql,
        `SELECT m.*, d.participants_key FROM (
           SELECT m.id, m.realm_id, m.conversation_id, m.channel_id, m.topic, m.sent_at FROM messages m
           WHERE m.realm_id = ? AND ? AND m.id > ? ORDER BY m.id LIMIT ?
         ) m ${participantsOf} WHERE m.sent_at < ? ORDER BY m.id`,
        [realmId, within, after, limit, time],
      );
      return rows.map(toPlace);
    },

    countsSince: async (realmId, time) => {
      const rows = await query<{ conversation_id: number; count: number }>(
        sql,
        `SELECT conversation_id, count(*)::integer AS count FROM messages
         WHERE realm_id = ? AND channel_id IS NOT NULL AND sent_at >= ? GROUP BY conversation_id`,
        [realmId, time],
      );
      return new Map(rows.map((row) => [row.conversation_id, row.count]));
    },

    newestSentAt: async (realmId, conversationIds) => {
      const rows = await query<{ conversation_id: number; sent_at: number }>(
        sql,
        `SELECT c.id AS conversation_id, m.sent_at FROM unnest(?::bigint[]) c (id)
         CROSS JOIN LATERAL (
           SELECT sent_at FROM messages WHERE realm_id = ? AND conversation_id = c.id ORDER BY id DESC LIMIT 1
         ) m`,
        [conversationIds, realmId],
      );
      return new Map(rows.map((row) => [row.conversation_id, row.sent_at]));
    },
  };
};
