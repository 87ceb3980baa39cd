import type { Knex } from "knex";
import type {
  MessageFinder,
  MessageWindow,
  SizedWindow,
} from "../../../../application/ports/messages/message-finder";
import type { MessageScope } from "../../../../application/ports/messages/message-scope";
import type { MessageId, RealmId } from "../../../../domain/ids";
import { unreadOf } from "../../../../domain/narrow/narrow";
import { query, type Sql } from "../database/rows";
import { idsByConversation } from "./ids-by-conversation";
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
import { userConversations } from "./user-conversations";
import { isIn, type Part, partsOf, sideOf } from "./window-parts";

/**
 * Whether a message is in one of the reader's conversations. It follows from the scope, but costs so little that the planner checks it
 * before it looks for words in a text or for a subscription, which takes microseconds for each message. `+ 0` keeps it from reading
 * an index of all these conversations.
 */
const inOwnConversations = (sql: Sql, realmId: RealmId, scope: MessageScope): Knex.Raw =>
  scope.kind === "received"
    ? sql.raw(
        `m.conversation_id + 0 = ANY(ARRAY(
           SELECT conversation_id FROM (${userConversations}) own UNION ALL SELECT unnest(CAST(:allOf AS bigint[]))))`,
        { realmId, userId: scope.userId, allOf: [...(scope.allOf ?? [])] },
      )
    : sql.raw("true");

interface FoundRow extends MessageRow {
  /** The id of the organization's newest message. */
  readonly newest: MessageId;
}

/** Messages `m` to look at, the column that orders them, and the condition for them. */
interface Candidates {
  readonly source: Knex.Raw;
  readonly place: string;
  readonly condition: Knex.Raw;
}

/**
 * Looks near the anchor first: somebody who sees most of what is written has a page of it there. Somebody who sees little of it would
 * have to wait while the search passes all that others write, so beyond `nearby` messages of the organization it goes on by
 * conversation.
 */
export const knexMessageWindows = (sql: Sql, nearby = 1000): Pick<MessageFinder, "around" | "heads"> => {
  const among = ({ limit }: Part): number => Math.max(nearby, limit);

  const candidates = (realmId: RealmId, { scope, narrow, anchor }: MessageWindow, part: Part): Candidates => {
    const { comparison, order, limit, way } = part;
    const isBeyond = sql.raw(`m.id ${comparison} ?`, [anchor]);
    if (way === "by conversation" && scope.kind !== "marked")
      return {
        source: sql.raw(
          `(?) found CROSS JOIN LATERAL (
             SELECT * FROM messages m WHERE m.realm_id = ? AND m.id = found.id OFFSET 0
           ) m`,
          [
            idsByConversation(sql, realmId, scope, { narrow, ...sideOf(anchor, part), order, limit }),
            realmId,
          ],
        ),
        place: "found.id",
        condition: sql.raw("true"),
      };
    const userId = unreadOf(narrow);
    const terms = narrow.filter(
      (term) => term.operator !== "unread" || term.negated || term.userId !== userId,
    );
    const matching = sql.raw("? AND ? AND ?", [
      scopeToSql(sql, realmId, scope),
      narrow.some(({ operator }) => operator === "search" || operator === "sender")
        ? inOwnConversations(sql, realmId, scope)
        : sql.raw("true"),
      narrowToSql(sql, realmId, terms),
    ]);
    if (way === "nearby")
      return {
        source: sql.raw(
          `(SELECT * FROM messages m WHERE m.realm_id = ? AND ? ORDER BY m.id ${order} LIMIT ?) m`,
          [realmId, isBeyond, among(part)],
        ),
        place: "m.id",
        condition: matching,
      };
    const condition = sql.raw("m.realm_id = ? AND ? AND ?", [realmId, matching, isBeyond]);
    if (userId === undefined) return { source: sql.raw("messages m"), place: "m.id", condition };
    // Conversations that a narrow leaves out aren't searched for unread messages.
    const inChannel = narrow.filter(({ operator, negated }) => operator === "channel" && !negated);
    return {
      source: unreadOnly(
        sql,
        { realmId, userId, order },
        sql.raw("? AND ?", [isBeyond, narrowToSql(sql, realmId, inChannel)]),
      ),
      place: "unread.id",
      condition,
    };
  };

  const partToSql = (
    realmId: RealmId,
    columns: string,
    asked: MessageWindow | SizedWindow,
    part: Part,
  ): Knex.Raw => {
    const { order, limit } = part;
    const { source, place, condition } = candidates(realmId, asked, part);
    if ("enough" in asked)
      return sql.raw(
        `(SELECT * FROM (
           SELECT ${withSizeBefore(order)} FROM (
             SELECT m.*, ${allSize} AS size FROM :source
             WHERE :condition ORDER BY ${place} ${order} LIMIT :limit
           ) m
         ) m WHERE m.size_before < :enough)`,
        { source, realmId, condition, limit, enough: asked.enough },
      );
    return sql.raw(
      `(SELECT ${columns} FROM :source WHERE :condition ORDER BY ${place} ${order} LIMIT :limit)`,
      { source, condition, limit },
    );
  };

  /** Reads parts in one statement, because asking PostgreSQL costs about as much as a part does. */
  const read = async (
    realmId: RealmId,
    columns: string,
    asked: MessageWindow | SizedWindow,
    parts: readonly Part[],
  ): Promise<readonly FoundRow[]> => {
    if (parts.length === 0) return [];
    return query<FoundRow>(
      sql,
      `SELECT ${columns}, d.participants_key, (SELECT max(id) FROM messages WHERE realm_id = :realmId) AS newest
       FROM (:parts) m ${joinParticipants} ORDER BY m.id`,
      {
        realmId,
        parts: sql.raw(
          parts.map(() => "?").join(" UNION ALL "),
          parts.map((part) => partToSql(realmId, columns, asked, part)),
        ),
      },
    );
  };

  /** Whether a part that was looked for nearby has enough messages, or all that there are. */
  const isComplete = ({ anchor }: MessageWindow, part: Part, rows: readonly FoundRow[]): boolean => {
    if (part.way !== "nearby" || rows.filter(isIn(anchor, part)).length >= part.limit) return true;
    const newest = rows[0]?.newest;
    if (newest === undefined) return false;
    const onThisSide = part.comparison === "<" ? Math.min(anchor - 1, newest) : newest - anchor;
    return onThisSide <= among(part);
  };

  const window = async <A>(
    realmId: RealmId,
    columns: string,
    asked: MessageWindow | SizedWindow,
    decode: (row: MessageRow) => A,
  ): Promise<{ before: readonly A[]; at: A | undefined; after: readonly A[] }> => {
    const { anchor } = asked;
    const parts = partsOf(asked);
    const first = await read(realmId, columns, asked, parts);
    const incomplete = parts.filter((part) => !isComplete(asked, part, first));
    const rows = [
      ...first.filter((row) => !incomplete.some((part) => isIn(anchor, part)(row))),
      ...(await read(
        realmId,
        columns,
        asked,
        incomplete.map((part) => ({ ...part, way: "by conversation" })),
      )),
    ];
    const [at] = rows.filter(({ id }) => id === anchor);
    return {
      before: rows.filter(({ id }) => id < anchor).map(decode),
      at: at && decode(at),
      after: rows.filter(({ id }) => id > anchor).map(decode),
    };
  };

  return {
    around: (realmId, asked) => window(realmId, allColumns, asked, toMessage),
    heads: (realmId, asked) => window(realmId, headColumns, asked, toHead),
  };
};
