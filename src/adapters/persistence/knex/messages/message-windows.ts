import type { Knex } from "knex";
import type {
  MessageFinder,
  MessageWindow,
  SizedWindow,
} from "../../../../application/ports/messages/message-finder";
import type { MessageScope } from "../../../../application/ports/messages/message-scope";
import type { RealmId } from "../../../../domain/ids";
import { preparedRaw, type Sql } from "../database/rows";
import { decodedBy, type FoundRow, type FoundRows, reaches } from "./found-rows";
import { type IdQuery, idsByConversation } from "./ids-by-conversation";
import { idsByTerms } from "./ids-by-terms";
import { narrowToSql, scopeToSql } from "./message-conditions";
import {
  allColumns,
  allSize,
  headColumns,
  joinParticipants,
  toHead,
  toMessage,
  withSizeBefore,
} from "./message-rows";
import { type SearchLimits, usualLimits } from "./search-limits";
import { unreadByFlags, unreadByTerms } from "./unread-by-index";
import { userConversations } from "./user-conversations";
import {
  coveredBy,
  isIn,
  isUsual,
  type Part,
  partsOf,
  shortPage,
  sideOf,
  type Way,
  waysTo,
} from "./window-parts";

/**
 * Whether a message is in one of the reader's conversations. It follows from the scope, but costs less to check than a subscription or
 * words in a text, so the planner checks it first. `+ 0` keeps it from reading an index of all these conversations, and `IS TRUE`
 * from joining them.
 */
const inOwnConversations = (sql: Sql, realmId: RealmId, scope: MessageScope): Knex.Raw =>
  scope.kind === "received"
    ? sql.raw(
        `(m.conversation_id + 0 IN (
           SELECT conversation_id FROM (${userConversations}) own UNION ALL SELECT unnest(CAST(:allOf AS bigint[]))
         )) IS TRUE`,
        { realmId, userId: scope.userId, allOf: [...(scope.allOf ?? [])] },
      )
    : sql.raw("true");

/** Messages `m` to look at, the column of their ids, and the condition for them. */
interface Candidates {
  readonly source: Knex.Raw;
  readonly idColumn: string;
  readonly condition: Knex.Raw;
}

export const knexMessageWindows = (
  sql: Sql,
  limits: Partial<SearchLimits> = {},
): Pick<MessageFinder, "around" | "heads"> => {
  const { nearby, rare, blocks }: SearchLimits = Object.assign({}, usualLimits, limits);

  /** A query of the wanted ids; undefined for a way that finds messages instead. */
  const idsOn = (way: Way, realmId: RealmId, scope: MessageScope, wanted: IdQuery): Knex.Raw | undefined => {
    if (way === "by flags") return unreadByFlags(sql, realmId, scope, wanted);
    // The other ways are for conversations.
    if (scope.kind === "marked") return undefined;
    if (typeof way === "object" && "byTerms" in way)
      return idsByTerms(sql, realmId, scope, wanted, way.byTerms);
    if (way === "by rare terms") return unreadByTerms(sql, realmId, scope, wanted, rare);
    return way === "by conversation" ? idsByConversation(sql, realmId, scope, wanted) : undefined;
  };

  const candidates = (
    realmId: RealmId,
    { scope, narrow, anchor }: MessageWindow,
    part: Part,
    way: Way,
  ): Candidates => {
    const { comparison, order, limit } = part;
    const isBeyond = sql.raw(`m.id ${comparison} ?`, [anchor]);
    const ids = idsOn(way, realmId, scope, { narrow, ...sideOf(anchor, part), order, limit });
    if (ids)
      return {
        source: sql.raw(
          `(?) found CROSS JOIN LATERAL (
             SELECT * FROM messages m WHERE m.realm_id = ? AND m.id = found.id OFFSET 0
           ) m`,
          [ids, realmId],
        ),
        idColumn: "found.id",
        condition: sql.raw("true"),
      };
    const matching = sql.raw("? AND ? AND ?", [
      scopeToSql(sql, realmId, scope),
      narrow.some(({ operator }) => operator === "search" || operator === "sender")
        ? inOwnConversations(sql, realmId, scope)
        : sql.raw("true"),
      narrowToSql(sql, realmId, narrow),
    ]);
    if (typeof way === "object" && "nearest" in way)
      return {
        source: sql.raw(
          `(SELECT * FROM messages m WHERE m.realm_id = ? AND ? ORDER BY m.id ${order} LIMIT ${way.nearest}) m`,
          [realmId, isBeyond],
        ),
        idColumn: "m.id",
        condition: matching,
      };
    return {
      source: sql.raw("messages m"),
      idColumn: "m.id",
      condition: sql.raw("m.realm_id = ? AND ? AND ?", [realmId, matching, isBeyond]),
    };
  };

  /**
   * PostgreSQL reuses a plan for any values only if its estimate is no higher than that of one for these values. It estimates that a limit
   * passed as a parameter returns a tenth of all rows, so the plan would look too expensive. Therefore a usual page also has a limit in its
   * text, which may be higher than the real one.
   */
  const partToSql = (
    realmId: RealmId,
    columns: string,
    asked: MessageWindow | SizedWindow,
    part: Part,
    way: Way,
    isUsualPage: boolean,
  ): Knex.Raw => {
    const { order, limit } = part;
    const { source, idColumn, condition } = candidates(
      realmId,
      asked,
      part,
      part.comparison === "=" ? "all" : way,
    );
    const nearest = (select: string, most: string): string =>
      `SELECT ${select} FROM :source WHERE :condition ORDER BY ${idColumn} ${order} LIMIT ${most}`;
    const bindings = { source, realmId, condition, limit };
    if ("enough" in asked) {
      const found = nearest(`m.*, ${allSize} AS size`, isUsualPage ? String(shortPage) : ":limit");
      return sql.raw(
        `(SELECT * FROM (SELECT ${withSizeBefore(order)} FROM (${found}) m) m WHERE m.size_before < :enough
          ${isUsualPage ? `ORDER BY m.id ${order} LIMIT :limit` : ""})`,
        { ...bindings, enough: asked.enough },
      );
    }
    return sql.raw(`(${nearest(columns, ":limit")})`, bindings);
  };

  /** Reads parts in one statement, because asking PostgreSQL costs about as much as a part does. */
  const read = async (
    realmId: RealmId,
    columns: string,
    asked: MessageWindow | SizedWindow,
    parts: readonly Part[],
    way: Way,
  ): Promise<readonly FoundRow[]> => {
    const isUsualPage = "enough" in asked && isUsual(asked, parts, way, nearby);
    const statement = sql.raw(
      `SELECT ${columns}, d.participants_key, (SELECT max(id) FROM messages WHERE realm_id = :realmId) AS newest
         ${"enough" in asked ? ", CAST(m.size_before + m.size AS double precision) AS bytes" : ""}
       FROM (:parts) m ${joinParticipants} ORDER BY m.id`,
      {
        realmId,
        parts: sql.raw(
          parts.map(() => "?").join(" UNION ALL "),
          parts.map((part) => partToSql(realmId, columns, asked, part, way, isUsualPage)),
        ),
      },
    );
    return isUsualPage ? preparedRaw<FoundRow>(sql, statement) : (await statement).rows;
  };

  /** Whether a part has enough rows, or all that exist. */
  const isComplete = (
    asked: MessageWindow | SizedWindow,
    part: Part,
    way: Way,
    rows: readonly FoundRow[],
  ): boolean => {
    const covered = coveredBy(way);
    if (covered === undefined || part.comparison === "=") return true;
    const { anchor } = asked;
    const found = rows.filter(isIn(anchor, part));
    if (found.length >= part.limit) return true;
    if ("enough" in asked && found.some(reaches(asked.enough))) return true;
    const newest = rows[0]?.newest;
    if (newest === undefined) return false;
    const onThisSide = part.comparison === "<" ? Math.min(anchor - 1, newest) : newest - anchor;
    return onThisSide <= covered;
  };

  /** Searches one way. Returns the rows of the parts that are complete now, and the other parts. */
  const goOneWay = async (
    realmId: RealmId,
    columns: string,
    asked: MessageWindow | SizedWindow,
    parts: readonly Part[],
    way: Way,
  ): Promise<{ readonly found: readonly FoundRow[]; readonly left: readonly Part[] }> => {
    const rows = await read(realmId, columns, asked, parts, way);
    const left = parts.filter((part) => !isComplete(asked, part, way, rows));
    return { found: rows.filter((row) => !left.some((part) => isIn(asked.anchor, part)(row))), left };
  };

  const window = async (
    realmId: RealmId,
    columns: string,
    asked: MessageWindow | SizedWindow,
  ): Promise<FoundRows> => {
    const { anchor } = asked;
    const rows: FoundRow[] = [];
    let parts = partsOf(asked);
    for (const way of waysTo(asked, nearby, blocks)) {
      if (parts.length === 0) break;
      const { found, left } = await goOneWay(realmId, columns, asked, parts, way);
      rows.push(...found);
      parts = left;
    }
    return {
      before: rows.filter(({ id }) => id < anchor),
      at: rows.find(({ id }) => id === anchor),
      after: rows.filter(({ id }) => id > anchor),
    };
  };

  return {
    around: async (realmId, asked) => {
      const rows = await window(realmId, allColumns, asked);
      const isCut = (side: readonly FoundRow[]): boolean => side.some(reaches(asked.enough));
      return {
        ...decodedBy(toMessage, rows),
        isCut: { before: isCut(rows.before), after: isCut(rows.after) },
      };
    },
    heads: async (realmId, asked) => decodedBy(toHead, await window(realmId, headColumns, asked)),
  };
};
