import type { EventLog } from "../../../application/ports/event-log";
import { readableFrom } from "../../../domain/event-codec";
import { readUndos } from "../../../domain/state/state-change-codec";
import { query, type Sql } from "./rows";

interface EventRow {
  readonly position: number;
  readonly event: unknown;
}

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

  forget: async (realmId, upTo, loggedBefore) => {
    await sql.raw(
      `WITH gone AS (
         DELETE FROM events WHERE realm_id = :realmId AND position <= :upTo AND logged_at < :loggedBefore
         RETURNING position
       )
       UPDATE realm_heads SET forgotten = greatest(forgotten, (SELECT max(position) FROM gone))
       WHERE realm_id = :realmId AND EXISTS (SELECT FROM gone)`,
      { realmId, upTo, loggedBefore },
    );
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
