import type { Knex } from "knex";
import type { RealmId } from "../../../../domain/ids";
import type { Sql } from "../database/rows";
import type { IdQuery } from "./ids-by-conversation";
import { narrowToSql, scopeToSql } from "./message-conditions";
import { type Blocks, besidesDecided, foundByTerms } from "./message-terms";
import type { ConversationScope } from "./search-ranges";

/** Where a search by terms looks: in some blocks, or everywhere. Before it looks everywhere, it looks in the nearest blocks. */
export type Among = Blocks | { readonly everywhereAfter: Blocks | undefined };

/** `OFFSET 0` keeps the planner from reading messages in the order of their ids instead. */
const idsWithin = (
  sql: Sql,
  realmId: RealmId,
  scope: ConversationScope,
  wanted: IdQuery,
  blocks: Blocks | undefined,
): Knex.Raw =>
  sql.raw(
    `SELECT m.id FROM (
       SELECT * FROM messages m WHERE m.realm_id = :realmId AND :found OFFSET 0
     ) m WHERE m.id >= :from AND m.id < :to AND :scope AND :others ORDER BY m.id ${wanted.order} LIMIT :limit OFFSET 0`,
    {
      realmId,
      found: foundByTerms(sql, realmId, { scope, narrow: wanted.narrow }, blocks, wanted),
      from: wanted.from,
      to: wanted.to,
      scope: scopeToSql(sql, realmId, scope),
      others: narrowToSql(sql, realmId, besidesDecided(wanted.narrow)),
      limit: wanted.limit,
    },
  );

/**
 * A query of the wanted ids, by the index of terms. Looks everywhere only if there aren't enough in the blocks. PostgreSQL decides that
 * within the statement, because a second statement would cost more than either search.
 */
export const idsByTerms = (
  sql: Sql,
  realmId: RealmId,
  scope: ConversationScope,
  wanted: IdQuery,
  among: Among,
): Knex.Raw => {
  if (!("everywhereAfter" in among)) return idsWithin(sql, realmId, scope, wanted, among);
  const everywhere = idsWithin(sql, realmId, scope, wanted, undefined);
  if (among.everywhereAfter === undefined) return everywhere;
  return sql.raw(
    `WITH near AS MATERIALIZED (:near), counted AS MATERIALIZED (SELECT count(*) >= :limit AS are_enough FROM near)
     SELECT id FROM (
       SELECT id FROM near WHERE (SELECT are_enough FROM counted)
       UNION ALL
       SELECT id FROM (:everywhere) far WHERE NOT (SELECT are_enough FROM counted)
     ) either ORDER BY id ${wanted.order} LIMIT :limit OFFSET 0`,
    {
      near: idsWithin(sql, realmId, scope, wanted, among.everywhereAfter),
      everywhere,
      limit: wanted.limit,
    },
  );
};
