import type { Knex } from "knex";
import type { PushQueue, QueuedPush } from "../../../application/ports/push-queue";
import { query, run } from "./rows";

export const knexPushQueue = (db: Knex): PushQueue => ({
  concerns: async (realmId) => {
    const exists = (table: string) => `EXISTS (SELECT FROM ${table} WHERE realm_id = ?)`;
    const [row] = await query<{ concerned: boolean }>(
      db,
      `SELECT ${exists("client_devices")} OR ${exists("push_tokens")} OR ${exists("push_queue")}
         OR EXISTS (SELECT FROM push_positions p JOIN realm_heads h ON h.realm_id = p.realm_id
           WHERE p.realm_id = ? AND p.position < h.position) AS concerned`,
      [realmId, realmId, realmId, realmId],
    );
    return row?.concerned === true;
  },

  position: async (realmId) => {
    const [row] = await query<{ position: number }>(
      db,
      "SELECT position FROM push_positions WHERE realm_id = ?",
      [realmId],
    );
    return row?.position;
  },

  advance: (realmId, from, to, planned) =>
    db.transaction(async (trx) => {
      const moved =
        from === undefined
          ? await query(
              trx,
              `INSERT INTO push_positions (realm_id, position) VALUES (?, ?)
               ON CONFLICT DO NOTHING RETURNING realm_id`,
              [realmId, to],
            )
          : await query(
              trx,
              "UPDATE push_positions SET position = ? WHERE realm_id = ? AND position = ? RETURNING realm_id",
              [to, realmId, from],
            );
      if (moved.length === 0) return false;
      if (planned.length > 0)
        await run(
          trx,
          `INSERT INTO push_queue (realm_id, due_at, job)
           SELECT ?, due_at, job FROM json_to_recordset(?::json) AS planned (due_at bigint, job jsonb)`,
          [realmId, JSON.stringify(planned.map(({ dueAt, job }) => ({ due_at: dueAt, job })))],
        );
      return true;
    }),

  due: async (realmId, now, limit) => {
    const rows = await query<QueuedPush>(
      db,
      "SELECT id, job, failures FROM push_queue WHERE realm_id = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?",
      [realmId, now, limit],
    );
    return rows.map(({ id, job, failures }) => ({ id: String(id), job, failures }));
  },

  remove: (realmId, id) =>
    run(db, "DELETE FROM push_queue WHERE realm_id = ? AND id = ?", [realmId, Number(id)]),

  postpone: (realmId, id, dueAt, job) =>
    run(
      db,
      "UPDATE push_queue SET due_at = ?, job = ?, failures = failures + 1 WHERE realm_id = ? AND id = ?",
      [dueAt, JSON.stringify(job), realmId, Number(id)],
    ),
});
