import type { Knex } from "knex";
import type { RealmId } from "../../../../domain/ids";
import { participantsKey } from "../../../../domain/messages/message";
import type { NarrowTerm } from "../../../../domain/narrow/narrow";
import type { Sql } from "../database/rows";
import type { ConversationScope } from "./search-ranges";
import { userConversations } from "./user-conversations";

/**
 * PostgreSQL compares each message that has the other terms with each alternative, which costs about as much as reading it. So only a
 * few alternatives are allowed, or more if hardly any messages have one.
 */
const mostAlternatives = { usually: 30, ofFewMessages: 500 };

/** What the terms of a realm begin with. */
export const prefix = (realmId: RealmId): string => `R${realmId} `;

/** A query for any of the terms, which a subquery returns as `term`. Null without rows, which no message matches. */
export const anyOf = (select: string): string =>
  `(SELECT string_agg('''' || term || '''', '|')::tsquery FROM (${select}) t)`;

/** As `anyOf`, but for any message of the realm if there are too many terms. */
const anyOfFew = (select: string, most: number): string =>
  `(SELECT CASE WHEN count(*) > ${most} THEN quote_literal(:prefix || 'all')::tsquery
     ELSE string_agg(quote_literal(:prefix || term), '|')::tsquery END FROM (${select}) t)`;

/** Where the messages of a term are, as a query; undefined if that excludes too little. */
export const placesOf = (sql: Sql, realmId: RealmId, term: NarrowTerm): Knex.Raw | undefined => {
  if (term.negated) return undefined;
  const bindings = { realmId, prefix: prefix(realmId) };
  switch (term.operator) {
    case "channel":
    case "channels":
      return sql.raw(
        anyOfFew(
          `SELECT 'c' || conversation_id AS term FROM channels
           WHERE realm_id = :realmId AND id = ANY(CAST(:ids AS bigint[]))`,
          mostAlternatives.usually,
        ),
        { ...bindings, ids: term.operator === "channel" ? [term.channelId] : [...term.channelIds] },
      );
    case "dm":
      return sql.raw(
        anyOfFew(
          `SELECT 'c' || id AS term FROM direct_conversations
           WHERE realm_id = :realmId AND participants_key = :key`,
          mostAlternatives.usually,
        ),
        { ...bindings, key: participantsKey(term.participants) },
      );
    case "dm-including":
      return term.userIds.length === 0
        ? undefined
        : sql.raw(
            anyOfFew(
              `SELECT 'c' || conversation_id AS term FROM direct_participants
               WHERE realm_id = :realmId AND user_id = :userId`,
              mostAlternatives.ofFewMessages,
            ),
            { ...bindings, userId: term.userIds[0] ?? null },
          );
    case "topic":
      return sql.raw("quote_literal(:prefix || 't' || hashtext(lower(:topic)))::tsquery", {
        ...bindings,
        topic: term.topic,
      });
    case "followed":
      return sql.raw(
        anyOfFew(
          `SELECT DISTINCT 't' || hashtext(topic_key) AS term FROM user_topics
           WHERE realm_id = :realmId AND user_id = :userId AND policy = 'followed'`,
          mostAlternatives.usually,
        ),
        { ...bindings, userId: term.userId },
      );
    default:
      return undefined;
  }
};

/** How many of the realm's newest messages show whether a scope has most of them. */
const sampled = 1000;

/** The conversations of a scope, as a query. It matches all messages if the conversations are many and have many of the messages. */
export const conversationsOf = (sql: Sql, realmId: RealmId, scope: ConversationScope): Knex.Raw => {
  const whole = "SELECT id AS conversation_id FROM unnest(CAST(:ids AS bigint[])) AS whole (id)";
  const bindings = { realmId, prefix: prefix(realmId) };
  const ofScope =
    scope.kind === "channels"
      ? sql.raw(whole, { ids: [...scope.conversationIds] })
      : sql.raw(`SELECT conversation_id FROM (${userConversations}) own UNION ${whole}`, {
          realmId,
          userId: scope.userId,
          ids: [...(scope.allOf ?? [])],
        });
  return sql.raw(
    `(WITH own AS MATERIALIZED (:ofScope)
      SELECT CASE WHEN count(*) <= ${mostAlternatives.usually} OR (count(*) <= ${mostAlternatives.ofFewMessages} AND (
          SELECT count(*) FROM (
            SELECT conversation_id FROM messages WHERE realm_id = :realmId ORDER BY id DESC LIMIT ${sampled}
          ) newest WHERE conversation_id IN (SELECT conversation_id FROM own)
        ) < ${sampled / 20})
        THEN string_agg(quote_literal(:prefix || 'c' || conversation_id), '|')::tsquery
        ELSE quote_literal(:prefix || 'all')::tsquery END FROM own)`,
    { ...bindings, ofScope },
  );
};
