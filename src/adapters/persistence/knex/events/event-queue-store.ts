import * as E from "fp-ts/Either";
import type {
  EventQueueStore,
  QueueLimits,
  QueueName,
} from "../../../../application/ports/events/event-queue-store";
import type { RealmId, UserId } from "../../../../domain/ids";
import type { EventQueue } from "../../../../domain/queues/event-queue";
import { eventQueueCodec } from "../../../../domain/queues/event-queue-codec";
import { inRealms, removeOld } from "../database/by-realm";
import { gathered } from "../database/gathered";
import { fieldsFrom, preparedQuery, query, run, type Sql, toRow } from "../database/rows";

const fieldsOf = fieldsFrom(eventQueueCodec);

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
      acknowledged = greatest(acknowledged, (seen -> (realm_id::text || ' ' || id) ->> 'acknowledged')::bigint),
      last_seen_at = greatest(last_seen_at, (seen -> (realm_id::text || ' ' || id) ->> 'lastSeenAt')::bigint),
      heard_run_of = greatest(heard_run_of, (seen -> (realm_id::text || ' ' || id) ->> 'heardRunOf')::bigint),
      heard_web_build = CASE WHEN (seen -> (realm_id::text || ' ' || id) ->> 'heardRunOf')::bigint > coalesce(heard_run_of, -1)
        THEN seen -> (realm_id::text || ' ' || id) ->> 'heardWebBuild' ELSE heard_web_build END
    FROM (SELECT :seen::jsonb AS seen) s
    WHERE realm_id = ANY(:realmIds) AND id = ANY(:ids) AND (SELECT count(*) FROM held) > 0
  )
  SELECT realm_id::text || ' ' || id AS key FROM held`;

const keyOf = ({ realmId, id }: QueueName): string => `${realmId} ${id}`;

/** Queues of one statement, so that others wait only a moment for their locks. */
const mostAtOnce = 1000;

/** A queue to add, with the users whose queues are limited together. */
interface Added {
  readonly queue: EventQueue;
  readonly userIds: readonly UserId[];
  readonly most: QueueLimits;
}

/** The queues that one statement adds. */
const mostAdded = 100;

const addTogether = async (
  sql: Sql,
  realmId: RealmId,
  added: readonly Added[],
): Promise<readonly (readonly string[])[]> => {
  const rows = added.map(({ queue }) => ({ realm_id: realmId, ...toRow(queue) }));
  // Users who add several queues at once are limited once.
  const limits = new Set(
    added.map(({ userIds, most }) =>
      JSON.stringify({ user_ids: userIds, most_queues: most.count, most_narrow_bytes: most.narrowBytes }),
    ),
  );
  const gone = await preparedQuery<{ gone_id: string; gone_user_id: UserId }>(
    sql,
    "add_event_queues",
    "SELECT * FROM add_event_queues(CAST(:realmId AS integer), CAST(:rows AS json), CAST(:limits AS json))",
    { realmId, rows: JSON.stringify(rows), limits: `[${[...limits].join(",")}]` },
  );
  return added.map(({ userIds }) =>
    gone.flatMap(({ gone_id, gone_user_id }) => (userIds.includes(gone_user_id) ? [gone_id] : [])),
  );
};

export const knexEventQueueStore = (sql: Sql): EventQueueStore => {
  const add = gathered(
    (realmId: RealmId, added: readonly Added[]) => addTogether(sql, realmId, added),
    mostAdded,
  );
  return {
    add: (realmId, queue, userIds, most) => add(realmId, { queue, userIds, most }),

    find: async (realmId, id) => {
      const [row] = await query(sql, "SELECT * FROM event_queues WHERE realm_id = ? AND id = ?", [
        realmId,
        id,
      ]);
      if (row === undefined) return undefined;
      const read = eventQueueCodec.decode(fieldsOf(row));
      // The queue was stored by a version whose settings this one doesn't know. Its client registers again.
      return E.isRight(read) ? read.right : undefined;
    },

    remove: async (realmId, id) => {
      await run(sql, "DELETE FROM event_queues WHERE realm_id = ? AND id = ?", [realmId, id]);
    },

    touch: async (seen) => {
      const gone: QueueName[] = [];
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
        gone.push(...some.filter((queue) => !keys.has(keyOf(queue))));
      }
      return gone;
    },

    removeIdle: async (now, limit) => {
      const removed = await removeOld(sql, {
        table: "event_queues",
        age: "last_seen_at + idle_timeout_seconds * 1000::bigint",
        before: now,
        limit,
      });
      return removed.map(({ realmId, id }) => ({ realmId, id: String(id) }));
    },
  };
};
