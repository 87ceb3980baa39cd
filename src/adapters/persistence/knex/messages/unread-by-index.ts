import type { Knex } from "knex";
import type { MessageScope } from "../../../../application/ports/messages/message-scope";
import type { RealmId } from "../../../../domain/ids";
import { storedFlags } from "../../../../domain/messages/read-state";
import { besidesUnread, type Narrow, unreadOf } from "../../../../domain/narrow/narrow";
import type { Sql } from "../database/rows";
import { type IdQuery, idsInOrder } from "./ids-by-conversation";
import { narrowToSql, notReadBySending, scopeToSql } from "./message-conditions";
import { type Blocks, besidesDecided, hasTerms } from "./message-terms";
import { type ConversationScope, conversationInScope } from "./search-ranges";
import { unreadSets } from "./user-conversations";

const withUnread = `WITH unread AS MATERIALIZED (${unreadSets} WHERE :inConversation)`;

/**
 * The wanted ids of the unread messages in `found`. A conversation's unread ranges may take a megabyte, which PostgreSQL would copy
 * for each message that it compares, so the ids of a conversation are compared together.
 */
const unreadAmongFound = (order: IdQuery["order"], condition: string): string =>
  `SELECT u.id FROM unread JOIN (
     SELECT m.conversation_id, array_agg(m.id) AS ids FROM found CROSS JOIN LATERAL (
       SELECT * FROM messages m WHERE m.realm_id = :realmId AND m.id = found.id OFFSET 0
     ) m WHERE ${condition} AND found.id >= :from AND found.id < :to AND ${notReadBySending} AND :inScope AND :others
     GROUP BY m.conversation_id
   ) f ON f.conversation_id = unread.conversation_id CROSS JOIN LATERAL (
     SELECT id FROM unnest(f.ids) id WHERE unread.ids @> id OFFSET 0
   ) u ORDER BY u.id ${order} LIMIT :limit`;

/** `others` are the terms that remain to be checked. */
const bindingsOf = (sql: Sql, realmId: RealmId, scope: MessageScope, wanted: IdQuery, others: Narrow) => {
  const { narrow, from, to, limit } = wanted;
  const userId = unreadOf(narrow);
  const isScopeByMessage = scope.kind === "marked" || (scope.kind === "received" && scope.userId !== userId);
  return {
    realmId,
    userId: userId ?? null,
    from,
    to,
    limit,
    inConversation: isScopeByMessage ? sql.raw("true") : conversationInScope(sql, scope),
    inScope: isScopeByMessage ? scopeToSql(sql, realmId, scope) : sql.raw("true"),
    others: narrowToSql(sql, realmId, others),
  };
};

/** A query of the wanted ids of unread messages with a user's flags. It looks at all with the flags: 20,000 take less than 0.2 s. */
export const unreadByFlags = (sql: Sql, realmId: RealmId, scope: MessageScope, wanted: IdQuery): Knex.Raw => {
  const { narrow, order } = wanted;
  const [flagged] = narrow.flatMap((term) => (term.operator === "flagged" && !term.negated ? [term] : []));
  const others = besidesUnread(narrow).filter((term) => term !== flagged);
  return sql.raw(
    `${withUnread}, found AS MATERIALIZED (
       SELECT DISTINCT message_id AS id FROM message_marks
       WHERE realm_id = :realmId AND user_id = :flaggedBy AND flag = ANY(:flags) AND message_id >= :from AND message_id < :to
     ) ${unreadAmongFound(order, "true")}`,
    {
      ...bindingsOf(sql, realmId, scope, wanted, others),
      flaggedBy: flagged?.userId ?? null,
      flags: storedFlags(flagged?.flags ?? []),
    },
  );
};

/** A term is common if more than this many of the newest messages have it. Counting every match would mean reading a long list. */
const commonAmongNewest = 100;
const newest: Blocks = { bits: 10, count: 2 };

/**
 * A query of the wanted ids of unread messages by the index of terms. If at most `rare` messages have the narrow's words and terms, it
 * looks at all of them. Common ones are found sooner among the unread messages. PostgreSQL counts first, and runs only one of the two.
 */
export const unreadByTerms = (
  sql: Sql,
  realmId: RealmId,
  scope: ConversationScope,
  wanted: IdQuery,
  rare: number,
): Knex.Raw => {
  const { narrow, order } = wanted;
  const others = besidesUnread(besidesDecided(narrow));
  return sql.raw(
    `${withUnread}, newest AS MATERIALIZED (
       SELECT count(*) > ${commonAmongNewest} AS have_many FROM (
         SELECT FROM messages m WHERE m.realm_id = :realmId AND :newestHaving LIMIT ${commonAmongNewest} + 1
       ) m
     ), found AS MATERIALIZED (
       SELECT m.id FROM messages m WHERE NOT (SELECT have_many FROM newest) AND m.realm_id = :realmId AND :having LIMIT :rare + 1
     ), counted AS MATERIALIZED (
       SELECT (SELECT have_many FROM newest) OR count(*) > :rare AS are_common FROM found
     )
     SELECT id FROM (
       (${unreadAmongFound(order, "NOT (SELECT are_common FROM counted)")})
       UNION ALL
       (SELECT near.id FROM (:inOrder) near WHERE (SELECT are_common FROM counted))
     ) either ORDER BY id ${order} LIMIT :limit`,
    {
      ...bindingsOf(sql, realmId, scope, wanted, others),
      having: hasTerms(sql, realmId, besidesUnread(narrow)),
      newestHaving: hasTerms(sql, realmId, besidesUnread(narrow), newest),
      inOrder: idsInOrder(sql, realmId, scope, wanted),
      rare,
    },
  );
};
