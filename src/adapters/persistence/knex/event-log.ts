import type { EventLog, PassedLog } from "../../../application/ports/event-log";
import { readableFrom } from "../../../domain/event-codec";
import { readUndos } from "../../../domain/state/state-change-codec";
import { query, type Sql } from "./rows";

interface EventRow {
  readonly position: number;
  readonly event: unknown;
}

/** Heads are asked for again and again: a connection that has gone silent must not hold that up. */
const headsMilliseconds = 5000;

/** Forgets in one statement, and tells of which realms. */
const forgetIn = async (
  sql: Sql,
  logs: readonly PassedLog[],
  loggedBefore: number,
  whenLocked: "SKIP LOCKED" | "",
): Promise<ReadonlySet<number>> => {
  const rows = await query<{ realm_id: number }>(
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
           (SELECT e.logged_at FROM events e WHERE e.realm_id = h.realm_id AND e.position > newest.position
            ORDER BY e.position LIMIT 1), :loggedBefore) END
       FROM newest
       WHERE h.realm_id = ANY(:realmIds) AND h.realm_id = newest.realm_id
     )
     SELECT realm_id FROM held`,
    { logs: JSON.stringify(logs), realmIds: logs.map(({ realmId }) => realmId), loggedBefore },
  );
  return new Set(rows.map(({ realm_id }) => realm_id));
};

export const knexEventLog = (sql: Sql): EventLog => ({
  after: async (realmId, position, limit) => {
    const rows = await query<EventRow>(
      sql,
      "SELECT position, event FROM events WHERE realm_id = ? AND position > ? ORDER BY position LIMIT ?",
      [realmId, position, limit],
    );
    return readableFrom(rows);
  },

  undosAfter: async (realmId, position, upTo, limit) => {
    const rows = await query<{ undo: unknown }>(
      sql,
      `SELECT undo FROM events WHERE realm_id = ? AND position > ? AND position <= ? AND undo IS NOT NULL
        ORDER BY position LIMIT ?`,
      [realmId, position, upTo, limit],
    );
    return readUndos(rows.map(({ undo }) => undo));
  },

  head: async (realmId) => {
    const [row] = await query<{ position: number }>(
      sql,
      "SELECT position FROM realm_heads WHERE realm_id = ?",
      [realmId],
    );
    return row?.position ?? 0;
  },

  heads: async (realmIds) => {
    const { rows } = await sql
      .raw<{ rows: readonly { realm_id: number; position: number }[] }>(
        "SELECT realm_id, position FROM realm_heads WHERE realm_id = ANY(?::integer[]) AND position > 0",
        [[...realmIds]],
      )
      .timeout(headsMilliseconds);
    return new Map(rows.map((row) => [row.realm_id, row.position]));
  },

  forget: async (logs, loggedBefore) => {
    const reached = await forgetIn(sql, logs, loggedBefore, "SKIP LOCKED");
    // One at a time for the others: whoever waits for a realm's lock keeps no other realm waiting.
    for (const log of logs) if (!reached.has(log.realmId)) await forgetIn(sql, [log], loggedBefore, "");
  },

  forgotten: async (realmId) => {
    const [row] = await query<{ forgotten: number }>(
      sql,
      "SELECT forgotten FROM realm_heads WHERE realm_id = ?",
      [realmId],
    );
    return row?.forgotten ?? 0;
  },
});
