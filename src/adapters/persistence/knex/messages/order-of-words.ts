import type { Knex } from "knex";
import type { RealmId } from "../../../../domain/ids";
import type { Sql } from "../database/rows";
import { prefix } from "./terms-of-places";

/** A few terms leave hardly any wrong candidates, and the index looks for each. */
const mostTerms = 16;

/**
 * The index's terms for the order of a phrase's words, as the migration 0188 writes them. At its ends a phrase may have only a part of a
 * word, but the four characters next to the other word are the same. Letters are folded as `ILIKE` does it. A phrase without two words
 * of four characters gives no terms, so it gets the one that all messages have.
 */
export const orderOf = (sql: Sql, realmId: RealmId, phrase: string): Knex.Raw =>
  sql.raw(
    `(SELECT coalesce(string_agg('''p ' || (hashtext(before || left(word, 4)) & 1023) || '''', '&'), quote_literal(:all))::tsquery
      FROM (
        SELECT word, lag(right(word, 4)) OVER (ORDER BY place) AS before
        FROM unnest(string_to_array(lower(CAST(:phrase AS text)), ' ')) WITH ORDINALITY AS t (word, place)
        WHERE length(word) >= 4 ORDER BY place LIMIT ${mostTerms + 1}
      ) words WHERE before IS NOT NULL)`,
    { phrase, all: `${prefix(realmId)}all` },
  );
