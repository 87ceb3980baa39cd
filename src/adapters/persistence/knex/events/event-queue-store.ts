import * as E from "fp-ts/Either";
import type { EventQueueStore, SeenQueue } from "../../../../application/ports/events/event-queue-store";
import { eventQueueCodec } from "../../../../domain/queues/event-queue-codec";
import { snakeCase } from "../../../../domain/text/snake-case";
import { inRealms, removeOld } from "../database/by-realm";
import { fieldsFrom, preparedQuery, query, run, type Sql, toRow } from "../database/rows";

const fieldsOf = fieldsFrom(eventQueueCodec);
const columns = ["realm_id", ...Object.keys(eventQueueCodec.fields).map(snakeCase)].join(", ");

/**
 * Returns the queues that exist. Locks them in the same order on every node, so that two of them never deadlock:
 * counting them first locks them all. Values are looked up by key instead of joined: the planner assumes that a list is
 * short, so a join would compare every queue with every other.
 */
const recordSeen = `WITH held AS (
    SELECT realm_id, id FROM event_queues WHERE realm_id = ANY(:realmIds) AND id = ANY(:ids)
    ORDER BY realm_id, id FOR NO KEY UPDATE
  ), moved AS (
    UPDATE event_queues SET
      acknowledged = greatest(acknowledged, (seen -> (realm_id || ' ' || id) ->> 'acknowledged')::bigint),
      last_seen_at = greatest(last_seen_at, (seen -> (realm_id || ' ' || id) ->> 'lastSeenAt')::bigint),
      heard_run_of = greatest(heard_run_of, (seen -> (realm_id || ' ' || id) ->> 'heardRunOf')::bigint),
      heard_web_build = CASE WHEN (seen -> (realm_id || ' ' || id) ->> 'heardRunOf')::bigint > coalesce(heard_run_of, -1)
        THEN seen -> (realm_id || ' ' || id) ->> 'heardWebBuild' ELSE heard_web_build END
    FROM (SELECT :seen::jsonb AS seen) s
    WHERE realm_id = ANY(:realmIds) AND id = ANY(:ids) AND (SELECT count(*) FROM held) > 0
  )
  SELECT realm_id || ' ' || id AS key FROM held`;

const keyOf = ({ realmId, id }: SeenQueue): string => `${realmId} ${id}`;

/** Queues of one statement, so that others wait only a moment for their locks. */
const mostAtOnce = 1000;

export const knexEventQueueStore = (sql: Sql): EventQueueStore => ({
  add: async (realmId, queue) => {
    await preparedQuery(
      sql,
      "add_queue",
      `INSERT INTO event_queues (${columns})
       SELECT ${columns} FROM json_populate_record(NULL::event_queues, CAST(:row AS json))`,
      { row: JSON.stringify({ realm_id: realmId, ...toRow(queue) }) },
    );
  },

  find: async (realmId, id) => {
    const [row] = await query(sql, "SELECT * FROM event_queues WHERE realm_id = ? AND id = ?", [realmId, id]);
    if (row === undefined) return undefined;
    const read = eventQueueCodec.decode(fieldsOf(row));
    // The queue was stored by a version whose settings this one doesn't know. Its client registers again.
    return E.isRight(read) ? read.right : undefined;
  },

  remove: async (realmId, id) => {
    await run(sql, "DELETE FROM event_queues WHERE realm_id = ? AND id = ?", [realmId, id]);
  },

  touch: async (seen) => {
    const gone: string[] = [];
    for (let first = 0; first < seen.length; first += mostAtOnce) {
      const some = seen.slice(first, first + mostAtOnce);
      const realms = some.map(({ realmId }) => realmId);
      const held = await inRealms(sql, realms, (realmIds) => {
        const among = new Set(realmIds);
        const chosen = some.filter(({ realmId }) => among.has(realmId));
        const ids = chosen.map(({ id }) => id);
        const byId = JSON.stringify(Object.fromEntries(chosen.map((queue) => [keyOf(queue), queue])));
        return query<{ key: string }>(sql, recordSeen, { realmIds, ids, seen: byId });
      });
      const keys = new Set(held.map(({ key }) => key));
      gone.push(...some.filter((queue) => !keys.has(keyOf(queue))).map(({ id }) => id));
    }
    return gone;
  },

  removeBeyond: async (realmId, userIds, most) => {
    const rows = await preparedQuery<{ id: string }>(
      sql,
      "remove_queues_beyond",
      // An array is built once. PostgreSQL may keep a plan from when there were few queues, which would repeat a subquery for
      // each of them.
      `DELETE FROM event_queues WHERE realm_id = :realmId AND id = ANY(ARRAY(
         SELECT id FROM (
           SELECT id, narrow, row_number() OVER newest AS place,
             sum(CASE WHEN narrow = '[]' THEN 0 ELSE octet_length(narrow::text) END) OVER newest AS narrow_bytes
           FROM event_queues WHERE realm_id = :realmId AND user_id = ANY(:userIds)
           WINDOW newest AS (ORDER BY last_seen_at DESC, id)
         ) q WHERE place > :count OR (narrow_bytes > :narrowBytes AND narrow <> '[]')
       )) RETURNING id`,
      { realmId, userIds: [...userIds], ...most },
    );
    return rows.map(({ id }) => id);
  },

  removeIdle: async (now, limit) => {
    const removed = await removeOld(sql, {
      table: "event_queues",
      age: "last_seen_at + idle_timeout_seconds * 1000::bigint",
      before: now,
      limit,
    });
    return removed.map(String);
  },
});
