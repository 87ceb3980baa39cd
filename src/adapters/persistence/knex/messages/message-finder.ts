import type { MessageFinder } from "../../../../application/ports/messages/message-finder";
import type { MessageId } from "../../../../domain/ids";
import { highlightIn, parseSearch } from "../../../../domain/narrow/search-query";
import { query, type Sql } from "../database/rows";
import { endOf } from "./found-rows";
import { narrowToSql } from "./message-conditions";
import { knexMessageWindows } from "./message-windows";
import type { SearchLimits } from "./search-limits";

export const knexMessageFinder = (sql: Sql, limits?: Partial<SearchLimits>): MessageFinder => ({
  ...knexMessageWindows(sql, limits),

  among: async (realmId, ids, narrow) => {
    const rows = await query<{ id: MessageId }>(
      sql,
      "SELECT m.id FROM messages m WHERE m.realm_id = ? AND m.id = ANY(?) AND ?",
      [realmId, ids, narrowToSql(sql, realmId, narrow)],
    );
    return new Set(rows.map(({ id }) => id));
  },

  highlighted: async (realmId, ids, search, enough) => {
    const parsed = parseSearch(search);
    const options = 'HighlightAll=true, StartSel="<span class=""highlight"">", StopSel=</span>';
    const words = sql.raw("plainto_tsquery('english', ?)", [parsed.words.join(" ")]);
    const rows = await query<{ id: MessageId; content: string; topic: string; bytes: number }>(
      sql,
      `SELECT id, content, topic, CAST(bytes AS double precision) AS bytes FROM (
         SELECT *, sum(size) OVER (ORDER BY place) AS bytes FROM (
           SELECT *, octet_length(content) + octet_length(topic) AS size FROM (
             SELECT id, array_position(CAST(? AS bigint[]), id) AS place, ts_headline('english', rendered_content, ?, ?) AS content,
               ts_headline('english', replace(replace(replace(topic, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), ?, ?)
                 AS topic
             FROM messages WHERE realm_id = ? AND id = ANY(?) OFFSET 0
           ) marked
         ) measured
       ) summed WHERE bytes - size < ? ORDER BY place`,
      [ids, words, options, words, options, realmId, ids, enough],
    );
    const literals = [...parsed.phrases, ...parsed.runs];
    return {
      found: new Map(
        rows.map(({ id, content, topic }) => [
          id,
          { content: highlightIn(content, literals), topic: highlightIn(topic, literals) },
        ]),
      ),
      endsAt: endOf(rows, enough),
    };
  },
});
