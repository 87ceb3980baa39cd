import type { Knex } from "knex";
import type { MessageScope } from "../../../application/ports/message-reader";
import { participantsKey } from "../../../domain/message";
import type { Narrow, NarrowTerm } from "../../../domain/narrow";
import type { Sql } from "./rows";

/** What the reader may look at: a condition on messages, under the alias `m`. */
export const scopeToSql = (sql: Sql, scope: MessageScope): Knex.Raw =>
  scope.kind === "channel"
    ? sql.raw("m.conversation_id = ?", [scope.conversationId])
    : sql.raw(
        `(CASE WHEN m.channel_id IS NULL
          THEN EXISTS (SELECT FROM direct_participants p
            WHERE p.realm_id = m.realm_id AND p.user_id = :userId AND p.conversation_id = m.conversation_id)
          ELSE EXISTS (SELECT FROM subscriptions s
            WHERE s.realm_id = m.realm_id AND s.user_id = :userId AND s.channel_id = m.channel_id
            AND s.received @> m.id)
          END)`,
        { userId: scope.userId },
      );

const termToSql = (sql: Sql, realmId: number, term: NarrowTerm): Knex.Raw => {
  switch (term.operator) {
    case "channel":
      return sql.raw(
        "m.conversation_id = coalesce((SELECT conversation_id FROM channels WHERE realm_id = ? AND id = ?), -1)",
        [realmId, term.channelId],
      );
    case "topic":
      return sql.raw("(m.channel_id IS NOT NULL AND lower(m.topic) = lower(?))", [term.topic]);
    case "dm":
      return sql.raw(
        `m.conversation_id = coalesce(
          (SELECT id FROM direct_conversations WHERE realm_id = ? AND participants_key = ?), -1)`,
        [realmId, participantsKey(term.participants)],
      );
    case "is-dm":
      return sql.raw("m.channel_id IS NULL");
    case "sender":
      return sql.raw("m.sender_id = ?", [term.userId]);
  }
};

/** The one translation of a narrow to SQL. */
export const narrowToSql = (sql: Sql, realmId: number, narrow: Narrow): Knex.Raw => {
  const terms = narrow.map((term) => sql.raw(term.negated ? "NOT ?" : "?", [termToSql(sql, realmId, term)]));
  return terms.length === 0 ? sql.raw("true") : sql.raw(terms.map(() => "?").join(" AND "), terms);
};
