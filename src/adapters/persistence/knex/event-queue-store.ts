import { isRight } from "fp-ts/Either";
import type { EventQueueStore } from "../../../application/ports/event-queue-store";
import { eventQueueCodec } from "../../../domain/event-queue-codec";
import { fieldsFrom, insertRows, query, type Sql, toRow } from "./rows";

const fieldsOf = fieldsFrom(eventQueueCodec);

export const knexEventQueueStore = (sql: Sql): EventQueueStore => ({
  add: (realmId, queue) => insertRows(sql, "event_queues", [{ realm_id: realmId, ...toRow(queue) }]),

  find: async (realmId, id) => {
    const [row] = await query(sql, "SELECT * FROM event_queues WHERE realm_id = ? AND id = ?", [realmId, id]);
    if (row === undefined) return undefined;
    const read = eventQueueCodec.decode(fieldsOf(row));
    // Of a version that wanted what this one doesn't know. Its client is told that it is gone, and registers anew.
    return isRight(read) ? read.right : undefined;
  },

  remove: async (realmId, id) => {
    await sql.raw("DELETE FROM event_queues WHERE realm_id = ? AND id = ?", [realmId, id]);
  },

  touch: async (realmId, seen) => {
    if (seen.length === 0) return;
    await sql.raw(
      `UPDATE event_queues q SET acknowledged = greatest(q.acknowledged, s.acknowledged),
         last_seen_at = greatest(q.last_seen_at, s."lastSeenAt")
       FROM json_to_recordset(?::json) s (id text, acknowledged bigint, "lastSeenAt" bigint)
       WHERE q.realm_id = ? AND q.id = s.id`,
      [JSON.stringify(seen), realmId],
    );
  },

  removeIdle: async (realmId, now) => {
    const rows = await query<{ id: string }>(
      sql,
      `DELETE FROM event_queues WHERE realm_id = ? AND last_seen_at + idle_timeout_seconds * 1000::bigint < ?
       RETURNING id`,
      [realmId, now],
    );
    return rows.map(({ id }) => id);
  },

  leastAcknowledged: async (realmId) => {
    const [row] = await query<{ least: number | null }>(
      sql,
      "SELECT min(acknowledged) AS least FROM event_queues WHERE realm_id = ?",
      [realmId],
    );
    return row?.least ?? undefined;
  },
});
