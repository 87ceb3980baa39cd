import type { Knex } from "knex";
import type { RealmId } from "../../../../domain/ids";
import type { Sql } from "../database/rows";
import type { IdQuery } from "./ids-by-conversation";
import { narrowToSql, scopeToSql } from "./message-conditions";
import { type Blocks, besidesDecided, foundByTerms } from "./message-terms";
import type { ConversationScope } from "./search-ranges";

/**
 * A query of the wanted ids, by the index of terms, in blocks of ids or everywhere. `OFFSET 0` keeps the planner from reading
 * messages in the order of their ids instead.
 */
export const idsByTerms = (
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
