import type { MessageFinder } from "../../../../application/ports/messages/message-finder";
import type { MessageId } from "../../../../domain/ids";
import { highlightIn, parseSearch } from "../../../../domain/narrow/search-query";
import { query, type Sql } from "../database/rows";
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

  highlighted: async (realmId, ids, search) => {
    const parsed = parseSearch(search);
    const options = 'HighlightAll=true, StartSel="<span class=""highlight"">", StopSel=</span>';
    const words = sql.raw("plainto_tsquery('english', ?)", [parsed.words.join(" ")]);
    const rows = await query<{ id: MessageId; content: string; topic: string }>(
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
});
