import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as RA from "fp-ts/ReadonlyArray";
import { type EventLog, enoughEvents, type PassedLog } from "../../../../application/ports/events/event-log";
import { readableFrom } from "../../../../domain/events/event-codec";
import type { RealmId } from "../../../../domain/ids";
import { readUndos } from "../../../../domain/state/state-change-codec";
import { inRealms } from "../database/by-realm";
import { gathered } from "../database/gathered";
import { preparedQuery, query, type Sql } from "../database/rows";

interface EventRow {
  readonly position: number;
  readonly event: unknown;
}

interface UndoRow {
  readonly position: number;
  /** As JSON. */
  readonly undo: string;
}

/** Bytes of a column that the database may decompress for a page. */
const mostDecompressed = 8_000_000;

/**
 * Selects the first rows of the log under a condition, up to the one whose JSON makes the page long enough. Measuring a thousand
 * long columns would mean decompressing them, so the page is first cut by an upper bound: a byte of a compressed value stands
 * for at most 255.
 */
const pageOf = (column: "event" | "undo", order: "ASC" | "DESC", shown: string, condition: string): string =>
  `SELECT position, ${shown} FROM (
     SELECT position, json, sum(octet_length(json)) OVER (ORDER BY position ${order}) - octet_length(json) AS bytes_before FROM (
       SELECT position, ${column}::text AS json FROM (
         SELECT position, ${column}, sum(most) OVER (ORDER BY position ${order}) - most AS most_before FROM (
           SELECT position, ${column}, pg_column_size(${column})::bigint
             * CASE WHEN pg_column_compression(${column}) IS NULL THEN 1 ELSE 255 END AS most
           FROM events WHERE ${condition} ORDER BY position ${order} LIMIT :limit
         ) e
       ) e WHERE most_before < ${mostDecompressed} OFFSET 0
     ) e
   ) e WHERE bytes_before < :enough ORDER BY position ${order}`;

const eventPage = pageOf(
  "event",
  "ASC",
  "json::json AS event",
  "realm_id = :realmId AND position > :position",
);
const undoPage = pageOf(
  "undo",
  "DESC",
  "json AS undo",
  "realm_id = :realmId AND position > :position AND position <= :upTo AND undo IS NOT NULL",
);

/** Heads are polled regularly: a silent connection must not hold that up. */
const headsMilliseconds = 5000;

/** Prunes the logs in one statement, and returns the pruned realms. */
const pruneIn = async (
  sql: Sql,
  logs: readonly PassedLog[],
  loggedBefore: number,
  whenLocked: "SKIP LOCKED" | "",
): Promise<readonly RealmId[]> => {
  const rows = await query<{ realm_id: RealmId }>(
    sql,
    `WITH passed AS (SELECT * FROM json_to_recordset(:logs::json) p ("realmId" integer, "upTo" bigint)),
     held AS (
       SELECT h.realm_id, passed."upTo" FROM realm_heads h JOIN passed ON passed."realmId" = h.realm_id
       WHERE h.realm_id = ANY(:realmIds) FOR NO KEY UPDATE OF h ${whenLocked}
     ), gone AS (
       DELETE FROM events e USING held WHERE e.realm_id = ANY(:realmIds) AND e.realm_id = held.realm_id
       AND e.position <= held."upTo" AND e.logged_at < :loggedBefore
       RETURNING e.realm_id, e.position
     ), newest AS (
       SELECT realm_id, max(position) AS position FROM gone GROUP BY realm_id
     ), marked AS (
       UPDATE realm_heads h SET forgotten = greatest(h.forgotten, newest.position),
         -- What was logged while this waited for the lock isn't seen here.
         oldest_at = CASE WHEN h.position > newest.position THEN coalesce(
           (SELECT e.logged_at FROM events e WHERE e.realm_id = ANY(:realmIds) AND e.realm_id = h.realm_id AND e.position > newest.position
            ORDER BY e.position LIMIT 1), :loggedBefore) END
       FROM newest
       WHERE h.realm_id = ANY(:realmIds) AND h.realm_id = newest.realm_id
     )
     SELECT realm_id FROM held`,
    { logs: JSON.stringify(logs), realmIds: logs.map(({ realmId }) => realmId), loggedBefore },
  );
  return rows.map(({ realm_id }) => realm_id);
};

const readHead = async (sql: Sql, realmId: RealmId): Promise<number> => {
  const [row] = await preparedQuery<{ position: number }>(
    sql,
    "head_position",
    "SELECT position FROM realm_heads WHERE realm_id = :realmId",
    { realmId },
  );
  return row?.position ?? 0;
};

export const knexEventLog = (sql: Sql): EventLog => {
  // One read serves all callers who asked before it began.
  const head = gathered(async (realmId: RealmId, askers: readonly undefined[]) => {
    const position = await readHead(sql, realmId);
    return askers.map(() => position);
  }, Number.POSITIVE_INFINITY);
  return {
    after: async (realmId, position, limit) => {
      const rows = await query<EventRow>(sql, eventPage, { realmId, position, limit, enough: enoughEvents });
      return readableFrom(rows);
    },

    undos: async (realmId, after, upTo, limit) => {
      const page = { realmId, position: after, upTo, limit, enough: enoughEvents };
      const rows = await query<UndoRow>(sql, undoPage, page);
      return pipe(
        readUndos(rows.map(({ undo }) => JSON.parse(undo))),
        E.fromNullable("unreadable" as const),
        E.map((undos) =>
          RA.zipWith(undos, rows, (changes, { position, undo }) => ({
            position,
            changes,
            length: undo.length,
          })),
        ),
      );
    },

    head: (realmId) => head(realmId, undefined),

    heads: async (realmIds) => {
      const { rows } = await sql
        .raw<{ rows: readonly { realm_id: RealmId; position: number }[] }>(
          "SELECT realm_id, position FROM realm_heads WHERE realm_id = ANY(?::integer[]) AND position > 0",
          [[...realmIds]],
        )
        .timeout(headsMilliseconds);
      return new Map(rows.map((row) => [row.realm_id, row.position]));
    },

    prune: async (logs, loggedBefore) => {
      const logOf = new Map(logs.map((log) => [log.realmId, log]));
      const reached = new Set(
        await inRealms(sql, [...logOf.keys()], (realmIds) => {
          const chosen = realmIds.flatMap((realmId) => logOf.get(realmId) ?? []);
          return pruneIn(sql, chosen, loggedBefore, "SKIP LOCKED");
        }),
      );
      // One at a time for the others: waiting for one realm's lock must not hold up other realms.
      for (const log of logs) if (!reached.has(log.realmId)) await pruneIn(sql, [log], loggedBefore, "");
    },

    prunedUpTo: async (realmId) => {
      const [row] = await query<{ forgotten: number }>(
        sql,
        "SELECT forgotten FROM realm_heads WHERE realm_id = ?",
        [realmId],
      );
      return row?.forgotten ?? 0;
    },
  };
};
