import type { Knex } from "knex";
import type { DeadLetter, DeadLetters, WaitingJobs } from "../../../../application/ports/jobs/dead-letters";
import type { RealmId } from "../../../../domain/ids";
import { query } from "../database/rows";

interface LetterRow extends Omit<DeadLetter, "realmId" | "buriedAt" | "error"> {
  readonly realm_id: RealmId;
  readonly last_error: string | null;
  readonly buried_at: number;
}

interface WaitingRow extends Omit<WaitingJobs, "firstDueAt"> {
  readonly first_due_at: number;
}

export const knexDeadLetters = (db: Knex): DeadLetters => ({
  waiting: async () => {
    const rows = await query<WaitingRow>(
      db,
      `SELECT kind, count(*) AS count, count(*) FILTER (WHERE failures > 0) AS failing, min(due_at) AS first_due_at
       FROM jobs WHERE buried_at IS NULL GROUP BY kind ORDER BY kind`,
      [],
    );
    return rows.map(({ first_due_at, ...counts }) => ({ ...counts, firstDueAt: first_due_at }));
  },

  list: async (limit) => {
    const rows = await query<LetterRow>(
      db,
      `SELECT realm_id, id, kind, failures, last_error, buried_at FROM jobs
       WHERE buried_at IS NOT NULL ORDER BY buried_at DESC, id DESC LIMIT ?`,
      [limit],
    );
    return rows.map(({ realm_id, id, kind, failures, last_error, buried_at }) => ({
      realmId: realm_id,
      id,
      kind,
      failures,
      error: last_error ?? "",
      buriedAt: buried_at,
    }));
  },

  // Gives jobs new ids, so that a worker that still runs an old one can't settle the new one. Drops keys that other
  // waiting jobs already have.
  retry: async (which, dueAt) => {
    const [chosen, bindings] =
      "id" in which ? ["realm_id = ? AND id = ?", [which.realmId, which.id]] : ["kind = ?", [which.kind]];
    const [row] = await query<{ count: number }>(
      db,
      `WITH dead AS (DELETE FROM jobs WHERE buried_at IS NOT NULL AND ${chosen} RETURNING *), again AS (
         INSERT INTO jobs (realm_id, kind, key, lane, share, payload, sealed, due_at)
         SELECT realm_id, kind, key, lane, share, payload, sealed, ? FROM dead ORDER BY id ON CONFLICT DO NOTHING
       )
       SELECT count(*) AS count FROM dead`,
      [...bindings, dueAt],
    );
    return row?.count ?? 0;
  },

  remove: async ({ realmId, id }) => {
    const rows = await query(
      db,
      "DELETE FROM jobs WHERE realm_id = ? AND id = ? AND buried_at IS NOT NULL RETURNING id",
      [realmId, id],
    );
    return rows.length > 0;
  },
});
