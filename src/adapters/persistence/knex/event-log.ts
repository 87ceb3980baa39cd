import type { EventLog } from "../../../application/ports/event-log";
import type { LoggedEvent, RealmEvent } from "../../../domain/event";
import type { IdRange } from "../../../domain/id-ranges";
import type { StateChange } from "../../../domain/state/state-change";
import { query, type Sql } from "./rows";

/** JSON has no infinity: it writes null for the end of an open range. */
const withOpenRanges = (event: RealmEvent): RealmEvent =>
  event.type !== "message_flags_changed"
    ? event
    : {
        ...event,
        ranges: event.ranges.map(({ conversationId, ids }) => ({
          conversationId,
          ids: ids.map(([start, end]): IdRange => [start, end ?? Number.POSITIVE_INFINITY]),
        })),
      };

/** Heads are asked for again and again: a connection that has gone silent must not hold that up. */
const headsMilliseconds = 5000;

export const knexEventLog = (sql: Sql): EventLog => ({
  after: async (realmId, position, limit) => {
    const rows = await query<LoggedEvent>(
      sql,
      "SELECT position, event FROM events WHERE realm_id = ? AND position > ? ORDER BY position LIMIT ?",
      [realmId, position, limit],
    );
    return rows.map((row) => ({ position: row.position, event: withOpenRanges(row.event) }));
  },

  undosAfter: async (realmId, position, upTo, limit) => {
    const rows = await query<{ undo: readonly StateChange[] }>(
      sql,
      `SELECT undo FROM events WHERE realm_id = ? AND position > ? AND position <= ? AND undo IS NOT NULL
       ORDER BY position LIMIT ?`,
      [realmId, position, upTo, limit],
    );
    return rows.map(({ undo }) => undo);
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
