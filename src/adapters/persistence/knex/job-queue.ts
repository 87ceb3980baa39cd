import type { Knex } from "knex";
import {
  type ClaimedJob,
  deadLetterMilliseconds,
  type JobClaim,
  type JobQueue,
} from "../../../application/ports/job-queue";
import type { Seals } from "../../../application/ports/seals";
import type { JobKind } from "../../../domain/job";
import { payloadColumns, writeJobs } from "./job-writer";
import { query, run, type Sql } from "./rows";

interface JobRow {
  readonly realm_id: number;
  readonly id: number;
  readonly kind: JobKind;
  readonly payload: unknown;
  readonly sealed: string | null;
  readonly attempts: number;
  readonly failures: number;
}

const uniqueViolation = "23505";
const isTaken = (error: { readonly code?: unknown }): boolean => error.code === uniqueViolation;

/** A job may be taken unless another one of its lane is under way, or due before it. */
const isFree = `(j.lane IS NULL OR j.leased_until IS NOT NULL OR NOT EXISTS (
  SELECT FROM jobs o WHERE o.realm_id = j.realm_id AND o.kind = j.kind AND o.lane = j.lane AND o.buried_at IS NULL
    AND (o.leased_until IS NOT NULL OR (o.due_at, o.id) < (j.due_at, j.id))))`;

/** Of each kind by itself: with one order over all kinds, one that is full would hide the others. */
const claimStatement = (kinds: number): string => {
  const names = Array.from({ length: kinds }, (_, index) => `due_${index}`);
  const found = names.map(
    (name) => `${name} AS MATERIALIZED (
      SELECT j.realm_id, j.id FROM jobs j
      WHERE j.kind = ? AND j.buried_at IS NULL AND GREATEST(j.due_at, j.leased_until) <= ? AND ${isFree}
      ORDER BY GREATEST(j.due_at, j.leased_until), j.id LIMIT ? FOR UPDATE SKIP LOCKED)`,
  );
  return `WITH ${found.join(", ")}, due AS (
      ${names.map((name) => `SELECT * FROM ${name}`).join(" UNION ALL ")}
    ), claimed AS (
      UPDATE jobs SET leased_until = ?, attempts = attempts + 1 FROM due
      WHERE jobs.realm_id = due.realm_id AND jobs.id = due.id RETURNING jobs.*
    )
    SELECT realm_id, id, kind, payload, sealed, attempts, failures FROM claimed ORDER BY due_at, id`;
};

const opened = (seals: Seals, sealed: string): unknown => {
  const text = seals.openIfOurs(sealed);
  return text === undefined ? undefined : JSON.parse(text);
};

const mine = "realm_id = ? AND id = ? AND attempts = ? AND leased_until IS NOT NULL AND buried_at IS NULL";
const names = ({ realmId, id, attempts }: JobClaim): readonly number[] => [realmId, id, attempts];

/** Claims are told apart by how often the job was claimed. What was sealed is sealed again. */
export const knexJobQueue = (db: Knex, seals: Seals): JobQueue => {
  const unclaim = (sql: Sql, change: string, values: readonly unknown[], claim: JobClaim): Promise<void> =>
    run(sql, `UPDATE jobs SET leased_until = NULL, ${change} WHERE ${mine}`, [
      ...values,
      ...names(claim),
    ]).catch((error) => {
      if (!isTaken(error)) throw error;
      // Another job waits under its key by now: both are done.
      const bindings = [...values, ...names(claim)];
      return run(sql, `UPDATE jobs SET leased_until = NULL, key = NULL, ${change} WHERE ${mine}`, bindings);
    });

  return {
    claim: async (demands, now, leasedUntil) => {
      const bindings = [...demands.flatMap(({ kind, limit }) => [kind, now, limit]), leasedUntil];
      const rows = await query<JobRow>(db, claimStatement(demands.length), bindings).catch((error) => {
        // Somebody has taken another job of a lane at the same moment: the next look sees that.
        if (isTaken(error)) return [];
        throw error;
      });
      return rows.map(
        ({ realm_id, id, kind, payload, sealed, attempts, failures }): ClaimedJob => ({
          realmId: realm_id,
          id,
          kind,
          payload: sealed === null ? payload : opened(seals, sealed),
          attempts,
          failures,
        }),
      );
    },

    extend: (claims, leasedUntil) =>
      run(
        db,
        `UPDATE jobs SET leased_until = ? FROM json_to_recordset(?::json) AS c (realm_id int, id bigint, attempts int)
         WHERE jobs.realm_id = c.realm_id AND jobs.id = c.id AND jobs.attempts = c.attempts
           AND jobs.leased_until IS NOT NULL AND jobs.buried_at IS NULL`,
        [
          leasedUntil,
          JSON.stringify(claims.map(({ realmId, id, attempts }) => ({ realm_id: realmId, id, attempts }))),
        ],
      ),

    complete: async (claim, next) => {
      const end = (sql: Sql) => query(sql, `DELETE FROM jobs WHERE ${mine} RETURNING id`, names(claim));
      if (next.length === 0) {
        await end(db);
        return;
      }
      await db.transaction(async (trx) => {
        if ((await end(trx)).length > 0) await writeJobs(trx, seals, claim.realmId, next);
      });
    },

    postpone: async (claim, { dueAt, error, payload }) => {
      if (payload === undefined) {
        await unclaim(db, "due_at = ?, last_error = ?, failures = failures + 1", [dueAt, error], claim);
        return;
      }
      const [open, shut] = [false, true].map((isSecret) => payloadColumns(payload, isSecret, seals));
      await unclaim(
        db,
        `due_at = ?, last_error = ?, failures = failures + 1,
         payload = CASE WHEN sealed IS NULL THEN ?::jsonb END, sealed = CASE WHEN sealed IS NOT NULL THEN ? END`,
        [dueAt, error, JSON.stringify(open?.payload), shut?.sealed],
        claim,
      );
    },

    release: async (claims) => {
      for (const claim of claims) await unclaim(db, "due_at = due_at", [], claim);
    },

    bury: async (claim, at, error) => {
      await run(
        db,
        `UPDATE jobs SET leased_until = NULL, buried_at = ?, last_error = ?, failures = failures + 1 WHERE ${mine}`,
        [at, error, ...names(claim)],
      );
      await run(db, "DELETE FROM jobs WHERE buried_at < ?", [at - deadLetterMilliseconds]);
    },

    nextDueAt: async (kinds) => {
      const [row] = await query<{ next: number | null }>(
        db,
        `SELECT min(next) AS next FROM unnest(?::text[]) AS k (kind) CROSS JOIN LATERAL (
           SELECT GREATEST(due_at, leased_until) AS next FROM jobs
           WHERE jobs.kind = k.kind AND buried_at IS NULL ORDER BY GREATEST(due_at, leased_until) LIMIT 1
         ) first_of_kind`,
        [[...kinds]],
      );
      return row?.next ?? undefined;
    },
  };
};
