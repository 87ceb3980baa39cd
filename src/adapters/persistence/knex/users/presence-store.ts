import type { Knex } from "knex";
import type { PresenceStore, SavedPresence } from "../../../../application/ports/users/presence-store";
import { groupedBy } from "../../../../domain/collections/grouped-by";
import type { UserId } from "../../../../domain/ids";
import type { Presence } from "../../../../domain/presence/presence";
import { inRealms } from "../database/by-realm";
import { query, run } from "../database/rows";

interface PresenceRow {
  readonly user_id: UserId;
  readonly active_at: number;
  readonly idle_at: number;
}

const fromRows = (rows: readonly PresenceRow[]): ReadonlyMap<UserId, Presence> =>
  new Map(rows.map(({ user_id, active_at, idle_at }) => [user_id, { activeAt: active_at, idleAt: idle_at }]));

const rowOf = ({ realmId, userId, presence: { activeAt, idleAt } }: SavedPresence) => ({
  realm_id: realmId,
  user_id: userId,
  active_at: activeAt,
  idle_at: idleAt,
});

/** Ordered, so that no two nodes deadlock. */
const saveText = `
  INSERT INTO presences (realm_id, user_id, active_at, idle_at)
  SELECT h.realm_id, r.user_id, r.active_at, r.idle_at
  FROM json_populate_recordset(NULL::presences, ?::json) r JOIN realm_heads h ON h.realm_id = r.realm_id
  WHERE h.realm_id = ANY(?::integer[]) ORDER BY h.realm_id, r.user_id
  ON CONFLICT (realm_id, user_id) DO UPDATE SET
    active_at = greatest(presences.active_at, excluded.active_at),
    idle_at = greatest(presences.idle_at, excluded.idle_at)`;

export const knexPresenceStore = (db: Knex): PresenceStore => ({
  load: async (realmId, since) => {
    const rows = await query<PresenceRow>(
      db,
      "SELECT user_id, active_at, idle_at FROM presences WHERE realm_id = ? AND idle_at >= ?",
      [realmId, since],
    );
    return fromRows(rows);
  },

  find: async (realmId, userIds) => {
    const rows = await query<PresenceRow>(
      db,
      "SELECT user_id, active_at, idle_at FROM presences WHERE realm_id = ? AND user_id = ANY(?::bigint[])",
      [realmId, userIds],
    );
    return fromRows(rows);
  },

  save: async (presences) => {
    const byRealm = groupedBy(presences, ({ realmId }) => realmId);
    await inRealms<never>(db, [...byRealm.keys()], async (realmIds) => {
      const rows = realmIds.flatMap((realmId) => (byRealm.get(realmId) ?? []).map(rowOf));
      await run(db, saveText, [JSON.stringify(rows), realmIds]);
      return [];
    });
  },

  lower: ({ realmId, userId, presence: { activeAt, idleAt } }) =>
    run(
      db,
      `UPDATE presences SET active_at = least(active_at, ?), idle_at = least(idle_at, ?)
       WHERE realm_id = ? AND user_id = ?`,
      [activeAt, idleAt, realmId, userId],
    ),
});
