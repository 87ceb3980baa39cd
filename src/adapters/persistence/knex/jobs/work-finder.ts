import type { Knex } from "knex";
import type { PassedLog } from "../../../../application/ports/events/event-log";
import type { ExpiredScope, WorkFinder } from "../../../../application/ports/jobs/work-finder";
import type { RealmId } from "../../../../domain/ids";
import { queryPerRealm } from "../database/by-realm";
import { query, type Sql } from "../database/rows";
import { orphansIn } from "../files/attachment-reader";

/** Direct conversations sort before a realm's channels, whose ids start at 1. */
const direct = 0;

const firstRealm = async (
  sql: Sql,
  text: string,
  bindings: Parameters<typeof query>[2],
): Promise<number | undefined> => {
  const [row] = await query<{ realm_id: RealmId }>(sql, text, bindings);
  return row?.realm_id;
};

export const knexWorkFinder = (sql: Knex): WorkFinder => ({
  // A queue that still awaits an old event makes its realm appear in every search, but such queues are few.
  passedLogs: async (loggedBefore, after, limit) => {
    const rows = await query<{ realm_id: RealmId; up_to: number }>(
      sql,
      `SELECT h.realm_id, coalesce(passed.up_to, h.position) AS up_to FROM realm_heads h LEFT JOIN LATERAL (
         SELECT min(q.acknowledged) AS up_to
         FROM event_queues q WHERE q.realm_id = h.realm_id GROUP BY q.realm_id) passed ON true
       WHERE h.oldest_at < :loggedBefore AND h.realm_id > :after AND h.forgotten < coalesce(passed.up_to, h.position)
       ORDER BY h.realm_id LIMIT :limit`,
      { loggedBefore, after, limit },
    );
    return rows.map(({ realm_id, up_to }): PassedLog => ({ realmId: realm_id, upTo: up_to }));
  },

  expiredScopes: async (now, after, limit) => {
    const rows = await queryPerRealm<{ realm_id: RealmId; id: number }>(
      sql,
      `WITH retained AS (
         SELECT h.realm_id, ${direct}::bigint AS id, NULL::bigint AS conversation_id,
           (r.settings ->> 'messageRetentionDays')::integer AS days
         FROM realms r JOIN realm_heads h ON h.realm_id = r.id WHERE (r.settings ->> 'messageRetentionDays')::integer <> -1
         UNION ALL
         SELECT c.realm_id, c.id, c.conversation_id, (r.settings ->> 'messageRetentionDays')::integer
         FROM realms r JOIN channels c ON c.realm_id = r.id AND c.message_retention_days IS NULL
         WHERE (r.settings ->> 'messageRetentionDays')::integer <> -1
         UNION ALL
         SELECT c.realm_id, c.id, c.conversation_id, c.message_retention_days
         FROM channels c WHERE c.message_retention_days <> -1
       )
       SELECT realm_id, id FROM retained
       WHERE (realm_id, id) > (:realmId, :scope) AND :now::bigint - days * 86400::bigint > CASE
         WHEN conversation_id IS NULL THEN
           (SELECT m.sent_at FROM messages m WHERE m.realm_id = retained.realm_id AND m.channel_id IS NULL
            ORDER BY m.id LIMIT 1)
         ELSE
           (SELECT m.sent_at FROM messages m WHERE m.realm_id = retained.realm_id
              AND m.conversation_id = retained.conversation_id
            ORDER BY m.id LIMIT 1)
         END
       ORDER BY realm_id, id LIMIT :limit`,
      {
        now: Math.floor(now / 1000),
        realmId: after?.realmId ?? 0,
        scope: after === undefined ? direct : rank(after),
        limit,
      },
    );
    return rows.map(({ realm_id, id }) => ({ realmId: realm_id, scope: id === direct ? "direct" : id }));
  },

  quietChannels: async (since, after, limit) => {
    const rows = await queryPerRealm<{ realm_id: RealmId; id: number }>(
      sql,
      `SELECT c.realm_id, c.id FROM channels c
       WHERE c.is_recently_active AND c.created_at < :since::bigint * 1000
         AND (c.realm_id, c.id) > (:realmId, :channelId)
         AND coalesce((SELECT m.sent_at FROM messages m WHERE m.realm_id = c.realm_id
           AND m.conversation_id = c.conversation_id ORDER BY m.id DESC LIMIT 1), 0) < :since
       ORDER BY c.realm_id, c.id LIMIT :limit`,
      { since, realmId: after?.realmId ?? 0, channelId: after?.channelId ?? 0, limit },
    );
    return rows.map(({ realm_id, id }) => ({ realmId: realm_id, channelId: id }));
  },

  behindOnUpdates: async (update, after, limit) => {
    const rows = await query<{ id: number }>(
      sql,
      `SELECT id FROM realms
       WHERE (settings ->> 'serverUpdateAnnouncementsChannelId') IS NOT NULL
         AND coalesce((settings ->> 'announcedUpdate')::integer, 0) < :update
         AND NOT is_deactivated AND id > :after
       ORDER BY id LIMIT :limit`,
      { update, after, limit },
    );
    return rows.map(({ id }) => id);
  },

  nextToRender: (version, after) =>
    firstRealm(
      sql,
      `SELECT realm_id FROM messages WHERE renderer_version < ? AND realm_id > ?
       ORDER BY realm_id, id LIMIT 1`,
      [version, after],
    ),

  nextWithOrphans: (uploadedBefore, after) =>
    firstRealm(
      sql,
      `SELECT a.realm_id FROM attachments a WHERE a.realm_id > :after AND ${orphansIn("a.realm_id")}
       ORDER BY a.realm_id LIMIT 1`,
      { after, uploadedBefore },
    ),
});

const rank = ({ scope }: ExpiredScope): number => (scope === "direct" ? direct : scope);
