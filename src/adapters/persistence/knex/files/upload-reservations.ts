import * as E from "fp-ts/Either";
import type { Knex } from "knex";
import type { UploadLoad, UploadReservations } from "../../../../application/ports/files/upload-reservations";
import type { RealmId, UserId } from "../../../../domain/ids";
import { query, run, type Sql } from "../database/rows";
import { knexSharedClock } from "../database/shared-clock";

/** Serializes changes of a realm's reservations. Sends don't wait for it. */
const lockReservations = (sql: Sql, realmId: RealmId): Promise<unknown> =>
  query(sql, "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [`parley uploads ${realmId}`]);

const loadOf = async (sql: Sql, realmId: RealmId, ownerId: UserId, path: string): Promise<UploadLoad> => {
  const [row] = await query<{ used: number; reserved: number; own_count: number; own_bytes: number }>(
    sql,
    `SELECT coalesce((SELECT used FROM upload_space WHERE realm_id = :realmId), 0)::bigint AS used,
       coalesce(sum(bytes), 0)::bigint AS reserved,
       count(*) FILTER (WHERE owner_id = :ownerId) AS own_count,
       coalesce(sum(bytes) FILTER (WHERE owner_id = :ownerId), 0)::bigint AS own_bytes
     FROM upload_reservations WHERE realm_id = :realmId AND path <> :path`,
    { realmId, ownerId, path },
  );
  if (row === undefined) throw new Error("The sum query returned no row");
  return { used: row.used, reserved: row.reserved, byUser: { count: row.own_count, bytes: row.own_bytes } };
};

/** Holds end by the database's clock. It is read beforehand, because Citus refuses `now()` within CASE. */
const secondsNow = async (db: Knex): Promise<number> => (await knexSharedClock(db).now()) / 1000;

export const knexUploadReservations = (db: Knex): UploadReservations => ({
  reserve: ({ realmId, path, ownerId, bytes, expiresAt }, now, check) =>
    db.transaction(async (sql) => {
      await lockReservations(sql, realmId);
      const [existing] = await query<{ bytes: number; expires_at: number }>(
        sql,
        "SELECT bytes, expires_at FROM upload_reservations WHERE realm_id = ? AND path = ?",
        [realmId, path],
      );
      if (existing !== undefined && existing.expires_at <= now) return E.left("expired" as const);
      if (existing === undefined || existing.bytes < bytes) {
        const allowed = check(await loadOf(sql, realmId, ownerId, path));
        if (E.isLeft(allowed)) return allowed;
      }
      await run(
        sql,
        `INSERT INTO upload_reservations (realm_id, path, owner_id, bytes, expires_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (realm_id, path) DO UPDATE SET bytes = excluded.bytes, expires_at = excluded.expires_at`,
        [realmId, path, ownerId, bytes, expiresAt],
      );
      return E.right(undefined);
    }),

  release: (realmId, path) =>
    run(db, "DELETE FROM upload_reservations WHERE realm_id = ? AND path = ?", [realmId, path]),

  hold: async (realmId, path, holder, seconds) => {
    const now = await secondsNow(db);
    const [row] = await query<{ holder: string }>(
      db,
      `UPDATE upload_reservations SET
         is_wanted = held_until IS NOT NULL AND held_until > to_timestamp(:now),
         holder = CASE WHEN held_until > to_timestamp(:now) THEN holder ELSE :holder END,
         held_until = CASE WHEN held_until > to_timestamp(:now) THEN held_until ELSE to_timestamp(:until) END
       WHERE realm_id = :realmId AND path = :path RETURNING holder`,
      { realmId, path, holder, now, until: now + seconds },
    );
    return row === undefined || row.holder === holder;
  },

  extendHold: async (realmId, path, holder, seconds) => {
    const until = (await secondsNow(db)) + seconds;
    const [row] = await query<{ is_over: boolean }>(
      db,
      `UPDATE upload_reservations SET held_until = CASE WHEN holder = :holder THEN to_timestamp(:until) ELSE held_until END
       WHERE realm_id = :realmId AND path = :path RETURNING is_wanted OR holder IS DISTINCT FROM :holder AS is_over`,
      { realmId, path, holder, until },
    );
    return row?.is_over ?? false;
  },

  releaseHold: (realmId, path, holder) =>
    run(
      db,
      `UPDATE upload_reservations SET holder = NULL, held_until = NULL, is_wanted = false
       WHERE realm_id = ? AND path = ? AND holder = ?`,
      [realmId, path, holder],
    ),

  amongPaths: async (realmId, paths, now) => {
    const rows = await query<{ path: string }>(
      db,
      "SELECT path FROM upload_reservations WHERE realm_id = ? AND path = ANY(?) AND expires_at > ?",
      [realmId, paths, now],
    );
    return rows.map(({ path }) => path);
  },

  expired: async (now, limit) => {
    const rows = await query<{ realm_id: RealmId; path: string }>(
      db,
      "SELECT realm_id, path FROM upload_reservations WHERE expires_at <= ? ORDER BY expires_at, path LIMIT ?",
      [now, limit],
    );
    return rows.map(({ realm_id, path }) => ({ realmId: realm_id, path }));
  },
});
