import { isRight } from "fp-ts/Either";
import type { EventQueueStore } from "../../../../application/ports/events/event-queue-store";
import { eventQueueCodec } from "../../../../domain/queues/event-queue-codec";
import { fieldsFrom, insertRows, query, run, type Sql, toRow } from "../database/rows";

const fieldsOf = fieldsFrom(eventQueueCodec);

export const knexEventQueueStore = (sql: Sql): EventQueueStore => ({
  add: (realmId, queue) => insertRows(sql, "event_queues", [{ realm_id: realmId, ...toRow(queue) }]),

  find: async (realmId, id) => {
    const [row] = await query(sql, "SELECT * FROM event_queues WHERE realm_id = ? AND id = ?", [realmId, id]);
    if (row === undefined) return undefined;
    const read = eventQueueCodec.decode(fieldsOf(row));
    // The queue was stored by a version whose settings this one doesn't know. Its client registers again.
    return isRight(read) ? read.right : undefined;
  },

  remove: async (realmId, id) => {
    await sql.raw("DELETE FROM event_queues WHERE realm_id = ? AND id = ?", [realmId, id]);
  },

  // In the same order on every node, so that two of them never deadlock.
  touch: async (seen) => {
    if (seen.length === 0) return;
    await run(
      sql,
      `WITH seen AS (
         SELECT * FROM json_to_recordset(?::json)
           s ("realmId" integer, id text, acknowledged bigint, "lastSeenAt" bigint, "heardRunOf" bigint, "heardWebBuild" text)
       ), held AS (
         SELECT q.realm_id, q.id FROM event_queues q JOIN seen s ON q.realm_id = s."realmId" AND q.id = s.id
         ORDER BY q.realm_id, q.id FOR NO KEY UPDATE OF q
       )
       UPDATE event_queues q SET acknowledged = greatest(q.acknowledged, s.acknowledged),
         last_seen_at = greatest(q.last_seen_at, s."lastSeenAt"),
         heard_run_of = greatest(q.heard_run_of, s."heardRunOf"),
         heard_web_build = CASE WHEN s."heardRunOf" > coalesce(q.heard_run_of, -1)
           THEN s."heardWebBuild" ELSE q.heard_web_build END
       FROM held JOIN seen s ON s."realmId" = held.realm_id AND s.id = held.id
       WHERE q.realm_id = held.realm_id AND q.id = held.id`,
      [JSON.stringify(seen)],
    );
  },

  removeBeyond: async (realmId, userIds, most) => {
    const rows = await query<{ id: string }>(
      sql,
      `DELETE FROM event_queues WHERE realm_id = :realmId AND id IN (
         SELECT id FROM event_queues WHERE realm_id = :realmId AND user_id = ANY(:userIds)
         ORDER BY last_seen_at DESC, id OFFSET :most
       ) RETURNING id`,
      { realmId, userIds: [...userIds], most },
    );
    return rows.map(({ id }) => id);
  },

  removeIdle: async (now, limit) => {
    const rows = await query<{ id: string }>(
      sql,
      `WITH idle AS (SELECT realm_id, id FROM event_queues
         WHERE last_seen_at + idle_timeout_seconds * 1000::bigint < ?
         ORDER BY last_seen_at + idle_timeout_seconds * 1000::bigint LIMIT ? FOR UPDATE SKIP LOCKED)
       DELETE FROM event_queues q USING idle WHERE q.realm_id = idle.realm_id AND q.id = idle.id
       RETURNING q.id`,
      [now, limit],
    );
    return rows.map(({ id }) => id);
  },
});
