import type { Knex } from "knex";
import type { PresenceStore } from "../../../../application/ports/users/presence-store";
import type { UserId } from "../../../../domain/ids";
import type { Presence } from "../../../../domain/presence/presence";
import { insertRows, query, run } from "../database/rows";

interface PresenceRow {
  readonly user_id: UserId;
  readonly active_at: number;
  readonly idle_at: number;
}

const fromRows = (rows: readonly PresenceRow[]): ReadonlyMap<UserId, Presence> =>
  new Map(rows.map(({ user_id, active_at, idle_at }) => [user_id, { activeAt: active_at, idleAt: idle_at }]));

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

  save: (presences) =>
    insertRows(
      db,
      "presences",
      // Ordered, so that no two nodes deadlock.
      presences
        .toSorted((a, b) => a.realmId - b.realmId || a.userId - b.userId)
        .map(({ realmId, userId, presence: { activeAt, idleAt } }) => ({
          realm_id: realmId,
          user_id: userId,
          active_at: activeAt,
          idle_at: idleAt,
        })),
      `ON CONFLICT (realm_id, user_id) DO UPDATE SET
         active_at = greatest(presences.active_at, excluded.active_at),
         idle_at = greatest(presences.idle_at, excluded.idle_at)`,
    ),

  lower: ({ realmId, userId, presence: { activeAt, idleAt } }) =>
    run(
      db,
      `UPDATE presences SET active_at = least(active_at, ?), idle_at = least(idle_at, ?)
       WHERE realm_id = ? AND user_id = ?`,
      [activeAt, idleAt, realmId, userId],
    ),
});
