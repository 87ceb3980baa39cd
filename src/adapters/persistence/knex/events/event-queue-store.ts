import { isRight } from "fp-ts/Either";
import type { EventQueueStore } from "../../../../application/ports/events/event-queue-store";
import { eventQueueCodec } from "../../../../domain/queues/event-queue-codec";
import { inRealms, removeOld } from "../database/by-realm";
import { fieldsFrom, insertRows, query, type Sql, toRow } from "../database/rows";

const fieldsOf = fieldsFrom(eventQueueCodec);

/** Locks the queues in the same order on every node, so that two of them never deadlock. */
const recordSeen = `WITH seen AS (
    SELECT * FROM json_to_recordset(:seen::json)
      s ("realmId" integer, id text, acknowledged bigint, "lastSeenAt" bigint, "heardRunOf" bigint, "heardWebBuild" text)
  ), held AS (
    SELECT q.realm_id, q.id FROM event_queues q JOIN seen s ON q.realm_id = s."realmId" AND q.id = s.id
    WHERE q.realm_id = ANY(:realmIds) ORDER BY q.realm_id, q.id FOR NO KEY UPDATE OF q
  ), moved AS (
    UPDATE event_queues q SET acknowledged = greatest(q.acknowledged, s.acknowledged),
      last_seen_at = greatest(q.last_seen_at, s."lastSeenAt"),
      heard_run_of = greatest(q.heard_run_of, s."heardRunOf"),
      heard_web_build = CASE WHEN s."heardRunOf" > coalesce(q.heard_run_of, -1)
        THEN s."heardWebBuild" ELSE q.heard_web_build END
    FROM held JOIN seen s ON s."realmId" = held.realm_id AND s.id = held.id
    WHERE q.realm_id = ANY(:realmIds) AND q.realm_id = held.realm_id AND q.id = held.id
  )
  SELECT s.id FROM seen s LEFT JOIN held ON s."realmId" = held.realm_id AND s.id = held.id
  WHERE held.id IS NULL`;

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

  touch: async (seen) => {
    const realms = seen.map(({ realmId }) => realmId);
    return inRealms(sql, realms, async (realmIds) => {
      const among = new Set(realmIds);
      const chosen = seen.filter(({ realmId }) => among.has(realmId));
      const gone = await query<{ id: string }>(sql, recordSeen, { realmIds, seen: JSON.stringify(chosen) });
      return gone.map(({ id }) => id);
    });
  },

  removeBeyond: async (realmId, userIds, most) => {
    const rows = await query<{ id: string }>(
      sql,
      `DELETE FROM event_queues WHERE realm_id = :realmId AND id IN (
         SELECT id FROM (
           SELECT id, narrow, row_number() OVER newest AS place,
             sum(CASE WHEN narrow = '[]' THEN 0 ELSE octet_length(narrow::text) END) OVER newest AS narrow_bytes
           FROM event_queues WHERE realm_id = :realmId AND user_id = ANY(:userIds)
           WINDOW newest AS (ORDER BY last_seen_at DESC, id)
         ) q WHERE place > :count OR (narrow_bytes > :narrowBytes AND narrow <> '[]')
       ) RETURNING id`,
      { realmId, userIds: [...userIds], ...most },
    );
    return rows.map(({ id }) => id);
  },

  removeIdle: (now, limit) =>
    removeOld<string>(sql, {
      table: "event_queues",
      age: "last_seen_at + idle_timeout_seconds * 1000::bigint",
      before: now,
      limit,
    }),
});
