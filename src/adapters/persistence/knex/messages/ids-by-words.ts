import type { Knex } from "knex";
import type { RealmId } from "../../../../domain/ids";
import type { Sql } from "../database/rows";
import { type ConversationScope, type IdQuery, idsByConversation } from "./ids-by-conversation";
import { narrowToSql, scopeToSql } from "./message-conditions";

/**
 * A query of the wanted ids that lie in a scope. It looks at all messages with the words of a search if they are at most `rare`.
 * Those with common words are found sooner conversation by conversation. PostgreSQL runs only one of both parts: it counts first.
 */
export const idsByWords = (
  sql: Sql,
  realmId: RealmId,
  scope: ConversationScope,
  wanted: IdQuery,
  rare: number,
): Knex.Raw => {
  const { narrow, from, to, order, limit } = wanted;
  return sql.raw(
    `WITH matching AS MATERIALIZED (
       SELECT m.id FROM messages m WHERE m.realm_id = :realmId AND :words LIMIT :rare + 1
     ), counted AS MATERIALIZED (SELECT count(*) > :rare AS are_common FROM matching)
     SELECT id FROM (
       (SELECT m.id FROM matching CROSS JOIN LATERAL (
          SELECT * FROM messages m WHERE m.realm_id = :realmId AND m.id = matching.id OFFSET 0
        ) m
        WHERE NOT (SELECT are_common FROM counted) AND m.id >= :from AND m.id < :to AND :inScope AND :terms
        ORDER BY m.id ${order} LIMIT :limit)
       UNION ALL
       (SELECT near.id FROM (:byConversation) near WHERE (SELECT are_common FROM counted))
     ) found ORDER BY id ${order} LIMIT :limit`,
    {
      realmId,
      words: narrowToSql(
        sql,
        realmId,
        narrow.filter(({ operator, negated }) => operator === "search" && !negated),
      ),
      from,
      to,
      inScope: scopeToSql(sql, realmId, scope),
      terms: narrowToSql(sql, realmId, narrow),
      byConversation: idsByConversation(sql, realmId, scope, wanted),
      limit,
      rare,
    },
  );
};
