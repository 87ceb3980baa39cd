import type { Knex } from "knex";
import type {
  MessageFinder,
  MessageWindow,
  SizedWindow,
} from "../../../../application/ports/messages/message-finder";
import type { MessageId, RealmId } from "../../../../domain/ids";
import { unreadOf } from "../../../../domain/narrow/narrow";
import { highlightIn, parseSearch } from "../../../../domain/narrow/search-query";
import { query, type Sql } from "../database/rows";
import { narrowToSql, scopeToSql } from "./message-conditions";
import {
  allColumns,
  allSize,
  headColumns,
  joinParticipants,
  type MessageRow,
  toHead,
  toMessage,
  withSizeBefore,
} from "./message-rows";
import { unreadOnly } from "./unread-reader";

/** One part of a window: the ids it may have, in the order of their distance from the anchor. */
interface Part {
  readonly comparison: "<" | "=" | ">";
  readonly order: "ASC" | "DESC";
  readonly limit: number;
}

/** The parts that can have messages. No message has an id below 1 or beyond the safe integers. */
const partsOf = ({ anchor, before, after }: MessageWindow): readonly Part[] => {
  const hasAnchor = anchor > 0 && anchor <= Number.MAX_SAFE_INTEGER;
  const all: readonly Part[] = [
    { comparison: "<", order: "DESC", limit: anchor > 0 ? before : 0 },
    { comparison: "=", order: "ASC", limit: hasAnchor ? 1 : 0 },
    { comparison: ">", order: "ASC", limit: anchor < Number.MAX_SAFE_INTEGER ? after : 0 },
  ];
  return all.filter(({ limit }) => limit > 0);
};

export const knexMessageFinder = (sql: Sql): MessageFinder => {
  const partToSql = (
    realmId: RealmId,
    columns: string,
    { scope, narrow, anchor, ...more }: MessageWindow | SizedWindow,
    { comparison, order, limit }: Part,
  ): Knex.Raw => {
    const userId = unreadOf(narrow);
    const beyond = sql.raw(`m.id ${comparison} ?`, [anchor]);
    // Conversations that a narrow leaves out aren't searched for unread messages.
    const inChannel = narrow.filter(({ operator, negated }) => operator === "channel" && !negated);
    const source =
      userId === undefined
        ? sql.raw("messages m")
        : unreadOnly(
            sql,
            { realmId, userId, order },
            sql.raw("? AND ?", [beyond, narrowToSql(sql, realmId, inChannel)]),
          );
    const place = userId === undefined ? "m.id" : "unread.id";
    const terms = narrow.filter(
      (term) => term.operator !== "unread" || term.negated || term.userId !== userId,
    );
    const condition = sql.raw("m.realm_id = ? AND ? AND ? AND ?", [
      realmId,
      scopeToSql(sql, realmId, scope),
      narrowToSql(sql, realmId, terms),
      beyond,
    ]);
    if ("enough" in more)
      return sql.raw(
        `(SELECT * FROM (
           SELECT ${withSizeBefore(order)} FROM (
             SELECT m.*, ${allSize} AS size FROM :source
             WHERE :condition ORDER BY ${place} ${order} LIMIT :limit
           ) m
         ) m WHERE m.size_before < :enough)`,
        { source, realmId, condition, limit, enough: more.enough },
      );
    return sql.raw(
      `(SELECT ${columns} FROM :source WHERE :condition ORDER BY ${place} ${order} LIMIT :limit)`,
      { source, condition, limit },
    );
  };

  /** One statement, because asking PostgreSQL costs about as much as a part does. */
  const window = async <A>(
    realmId: RealmId,
    columns: string,
    asked: MessageWindow | SizedWindow,
    read: (row: MessageRow) => A,
  ): Promise<{ before: readonly A[]; at: A | undefined; after: readonly A[] }> => {
    const parts = partsOf(asked).map((part) => partToSql(realmId, columns, asked, part));
    if (parts.length === 0) return { before: [], at: undefined, after: [] };
    const rows = await query<MessageRow>(
      sql,
      `SELECT ${columns}, d.participants_key FROM (:parts) m ${joinParticipants} ORDER BY m.id`,
      { realmId, parts: sql.raw(parts.map(() => "?").join(" UNION ALL "), parts) },
    );
    const [at] = rows.filter(({ id }) => id === asked.anchor);
    return {
      before: rows.filter(({ id }) => id < asked.anchor).map(read),
      at: at && read(at),
      after: rows.filter(({ id }) => id > asked.anchor).map(read),
    };
  };

  return {
    around: (realmId, asked) => window(realmId, allColumns, asked, toMessage),

    heads: (realmId, asked) => window(realmId, headColumns, asked, toHead),

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
  };
};
