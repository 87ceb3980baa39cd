import type { Knex } from "knex";
import {
  type DeadLetter,
  type DeadLetters,
  type JobStanding,
  mostCounted,
  type WaitingJobs,
} from "../../../../application/ports/jobs/dead-letters";
import type { RealmId } from "../../../../domain/ids";
import { query } from "../database/rows";
import { databaseNow } from "./due-jobs";

interface LetterRow extends Omit<DeadLetter, "realmId" | "buriedAt" | "error"> {
  readonly realm_id: RealmId;
  readonly last_error: string | null;
  readonly buried_at: number;
}

interface StandingRow extends Pick<JobStanding, "overdue"> {
  readonly kind: string;
  readonly given_up: number;
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

  // The lateral query reads one entry of the index jobs_due for each kind.
  standing: async (kinds) => {
    const rows = await query<StandingRow>(
      db,
      `SELECT k.kind, GREATEST(${databaseNow} - first.ready, 0) AS overdue, coalesce(dead.count, 0) AS given_up
       FROM unnest(?::text[]) AS k (kind) LEFT JOIN LATERAL (
         SELECT GREATEST(due_at, leased_until, parked_until) AS ready FROM jobs
         WHERE jobs.kind = k.kind AND buried_at IS NULL ORDER BY GREATEST(due_at, leased_until, parked_until) LIMIT 1
       ) first ON true LEFT JOIN (
         SELECT kind, count(*) AS count FROM (
           SELECT kind FROM jobs WHERE buried_at IS NOT NULL ORDER BY buried_at DESC LIMIT ${mostCounted}
         ) newest GROUP BY kind
       ) dead ON dead.kind = k.kind`,
      [[...kinds]],
    );
    const found = new Map(rows.map((row) => [row.kind, row]));
    return kinds.map((kind) => {
      const { overdue = 0, given_up = 0 } = found.get(kind) ?? {};
      return { kind, overdue, givenUp: given_up };
    });
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
