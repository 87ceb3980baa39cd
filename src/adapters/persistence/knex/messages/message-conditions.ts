import type { Knex } from "knex";
import type { MessageScope } from "../../../../application/ports/messages/message-scope";
import type { ConversationId, RealmId, UserId } from "../../../../domain/ids";
import { htmlMarkers } from "../../../../domain/messages/content-part";
import { participantsKey } from "../../../../domain/messages/message";
import { storedFlags } from "../../../../domain/messages/read-state";
import type { Narrow, NarrowTerm } from "../../../../domain/narrow/narrow";
import { parseSearch, type SearchQuery, spaced } from "../../../../domain/narrow/search-query";
import { resolvedPrefix } from "../../../../domain/topics/topic";
import type { Sql } from "../database/rows";
import { terms } from "./message-terms";

/** The scope of a reader as a condition on messages `m`. */
export const scopeToSql = (sql: Sql, realmId: RealmId, scope: MessageScope): Knex.Raw => {
  if (scope.kind === "channels") return amongConversations(sql, scope.conversationIds);
  if (scope.kind === "marked")
    return sql.raw(
      `(m.id IN (SELECT message_id FROM message_marks k WHERE k.realm_id = ? AND k.user_id = ?)
        AND NOT m.conversation_id = ANY(?) AND (NOT m.conversation_id = ANY(?) OR ?))`,
      [
        realmId,
        scope.userId,
        [...scope.noneOf],
        [...scope.receivedOf],
        reachedToSql(sql, realmId, scope.userId),
      ],
    );
  const { userId, allOf = [], noneOf = [] } = scope;
  const reached = reachedToSql(sql, realmId, userId);
  const receivedAndReadable =
    noneOf.length === 0 ? reached : sql.raw("(? AND NOT ?)", [reached, amongConversations(sql, noneOf)]);
  return allOf.length === 0
    ? receivedAndReadable
    : sql.raw("(? OR ?)", [receivedAndReadable, amongConversations(sql, allOf)]);
};

/** Excludes the user's own messages that were read on sending. Takes `:userId`. */
export const notReadBySending = "NOT (m.sender_id = :userId AND m.read_by_sender)";

/** Whether the user received the message `m`, or takes part in its direct conversation. Takes `:realmId` and `:userId`. */
export const isReached = `(CASE WHEN m.channel_id IS NULL
  THEN EXISTS (SELECT FROM direct_participants p
    WHERE p.realm_id = :realmId AND p.user_id = :userId AND p.conversation_id = m.conversation_id)
  ELSE EXISTS (SELECT FROM subscriptions s
    WHERE s.realm_id = :realmId AND s.user_id = :userId AND s.channel_id = m.channel_id AND s.received @> m.id)
  END)`;

const reachedToSql = (sql: Sql, realmId: RealmId, userId: UserId): Knex.Raw =>
  sql.raw(isReached, { realmId, userId });

/** A single conversation is compared by equality, so that its index also gives the order. */
const amongConversations = (sql: Sql, ids: readonly ConversationId[]): Knex.Raw =>
  ids.length === 1
    ? sql.raw("m.conversation_id = ?", [ids[0] ?? null])
    : sql.raw("m.conversation_id = ANY(?)", [[...ids]]);

/** A user's policy for the topic of a message; null if there is none. */
const topicPolicy = (sql: Sql, realmId: RealmId, userId: UserId): Knex.Raw =>
  sql.raw(
    `(SELECT t.policy FROM user_topics t WHERE t.realm_id = ? AND t.user_id = ?
      AND t.channel_id = m.channel_id AND t.topic_key = lower(m.topic))`,
    [realmId, userId],
  );

const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** A search as a `tsquery`. */
const tsqueryToSql = (sql: Sql, { words, phrases, runs }: SearchQuery): Knex.Raw => {
  const parts = [
    ...(words.length > 0 ? [sql.raw("plainto_tsquery('english', ?)", [words.join(" ")])] : []),
    ...[...phrases, ...runs].map((text) => sql.raw("phraseto_tsquery('english', ?)", [spaced(text)])),
  ];
  return sql.raw(`(${parts.map(() => "?").join(" && ")})`, parts);
};

/** Finds candidates by the full-text index. Phrases must also occur literally. */
const searchToSql = (sql: Sql, search: SearchQuery): Knex.Raw => {
  const found = sql.raw(`${terms} @@ ?`, [tsqueryToSql(sql, search)]);
  const literal = [...search.phrases, ...search.runs].map((text) =>
    sql.raw("(m.topic || ' ' || m.content) ILIKE ?", [`%${escaped(text)}%`]),
  );
  return sql.raw(`(${["?", ...literal.map(() => "?")].join(" AND ")})`, [found, ...literal]);
};

const isAmongFlagged =
  "m.id IN (SELECT message_id FROM message_marks WHERE realm_id = ? AND user_id = ? AND flag = ANY(?))";

/**
 * The same, for its negation: whoever has many flags mustn't have them all read to learn which messages have none. `OFFSET 0` forces one
 * lookup per message.
 */
const hasFlag = `EXISTS (SELECT FROM message_marks k
  WHERE k.realm_id = ? AND k.user_id = ? AND k.flag = ANY(?) AND k.message_id = m.id OFFSET 0)`;

const termToSql = (sql: Sql, realmId: RealmId, term: NarrowTerm): Knex.Raw => {
  switch (term.operator) {
    case "channel":
      return sql.raw(
        "m.conversation_id = coalesce((SELECT conversation_id FROM channels WHERE realm_id = ? AND id = ?), -1)",
        [realmId, term.channelId],
      );
    case "channels":
      return sql.raw("(m.channel_id IS NOT NULL AND m.channel_id = ANY(?))", [[...term.channelIds]]);
    case "topic":
      return sql.raw("(m.channel_id IS NOT NULL AND lower(m.topic) = lower(?))", [term.topic]);
    case "dm":
      return sql.raw(
        `m.conversation_id = coalesce(
          (SELECT id FROM direct_conversations WHERE realm_id = ? AND participants_key = ?), -1)`,
        [realmId, participantsKey(term.participants)],
      );
    case "dm-including":
      return sql.raw(
        `(m.channel_id IS NULL AND :userIds::bigint[] <@ (SELECT string_to_array(participants_key, ',')::bigint[]
           FROM direct_conversations WHERE realm_id = :realmId AND id = m.conversation_id)
         AND (NOT :onlyGroups OR (SELECT cardinality(string_to_array(participants_key, ',')) > 2
           FROM direct_conversations WHERE realm_id = :realmId AND id = m.conversation_id)))`,
        { realmId, userIds: [...term.userIds], onlyGroups: term.onlyGroups },
      );
    case "is-dm":
      return sql.raw("m.channel_id IS NULL");
    case "is-resolved":
      return sql.raw("(m.channel_id IS NOT NULL AND starts_with(m.topic, ?))", [resolvedPrefix]);
    case "id":
      return sql.raw("m.id = ?", [term.messageId]);
    case "flagged":
      return sql.raw(term.negated ? hasFlag : isAmongFlagged, [
        realmId,
        term.userId,
        storedFlags(term.flags),
      ]);
    case "unread":
      return sql.raw(
        `(${isReached} AND ${notReadBySending} AND NOT EXISTS (SELECT FROM read_states r
           WHERE r.realm_id = :realmId AND r.user_id = :userId
             AND r.conversation_id = m.conversation_id AND r.read @> m.id))`,
        { realmId, userId: term.userId },
      );
    case "followed":
      return sql.raw("coalesce(? = 'followed', false)", [topicPolicy(sql, realmId, term.userId)]);
    case "muted":
      return sql.raw(
        `(m.channel_id IS NOT NULL AND CASE coalesce(?, 'inherit') WHEN 'muted' THEN true
           WHEN 'inherit' THEN EXISTS (SELECT FROM subscriptions s WHERE s.realm_id = ?
             AND s.user_id = ? AND s.channel_id = m.channel_id AND s.is_muted)
           ELSE false END)`,
        [topicPolicy(sql, realmId, term.userId), realmId, term.userId],
      );
    case "has":
      return sql.raw(
        `(${htmlMarkers[term.what].map(() => "strpos(m.rendered_content, ?) > 0").join(" OR ")})`,
        [...htmlMarkers[term.what]],
      );
    case "has-reaction":
      return sql.raw("m.reactions <> '[]'");
    case "search":
      return searchToSql(sql, parseSearch(term.text));
    case "anything":
      return sql.raw("true");
    case "sender":
      return sql.raw("m.sender_id = ?", [term.userId]);
  }
};

/** A narrow as a condition on messages `m`. */
export const narrowToSql = (sql: Sql, realmId: RealmId, narrow: Narrow): Knex.Raw => {
  const terms = narrow.map((term) => sql.raw(term.negated ? "NOT ?" : "?", [termToSql(sql, realmId, term)]));
  return terms.length === 0 ? sql.raw("true") : sql.raw(terms.map(() => "?").join(" AND "), terms);
};
