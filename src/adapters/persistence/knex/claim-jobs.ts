import type { JobDemand } from "../../../application/ports/job-queue";
import type { JobKind } from "../../../domain/job";
import { query, run, type Sql } from "./rows";

/** A claimed job as it is stored. */
export interface JobRow {
  readonly realm_id: number;
  readonly id: number;
  readonly kind: JobKind;
  readonly lane: string | null;
  readonly payload: unknown;
  readonly sealed: string | null;
  readonly attempts: number;
  readonly failures: number;
  readonly crashes: number;
}

/** The database's clock, in Unix milliseconds: leases of all processes go by it. */
export const databaseNow = "(extract(epoch FROM now()) * 1000)::bigint";

/** So many jobs of a kind are looked at beyond those asked for: others may be taking the first ones. */
const further = 100;
/** How long a job is left alone that nobody let go on: a job ahead of it was deleted by hand. */
const longestParking = 300_000;

/**
 * A job may be taken unless another one of its lane is under way, or due before it. Each question reads one row of an
 * index, however long the lane is.
 */
const isFree = `(j.lane IS NULL OR j.leased_until IS NOT NULL OR (
  (SELECT o.id FROM jobs o WHERE o.realm_id = j.realm_id AND o.kind = j.kind AND o.lane = j.lane
     AND o.buried_at IS NULL AND o.leased_until IS NOT NULL LIMIT 1) IS NULL
  AND (SELECT o.id FROM jobs o WHERE o.realm_id = j.realm_id AND o.kind = j.kind AND o.lane = j.lane
     AND o.buried_at IS NULL ORDER BY o.due_at, o.id LIMIT 1) = j.id))`;

/**
 * Looks at each kind by itself: with one order over all kinds, one that is full would hide the others. What waits
 * behind a job of its lane that is under way is parked, so that the next look doesn't meet it again. That job is kept
 * from being settled meanwhile, or nobody would let the parked ones go on. Nothing here waits for a lock.
 */
const statement = (kinds: number): string => {
  const all = (name: string) =>
    Array.from({ length: kinds }, (_, index) => `SELECT * FROM ${name}_${index}`).join(" UNION ALL ");
  const perKind = Array.from(
    { length: kinds },
    (_, index) => `seen_${index} AS MATERIALIZED (
      SELECT j.realm_id, j.id, j.kind, j.lane, GREATEST(j.due_at, j.leased_until) AS ready FROM jobs j
      WHERE j.kind = ? AND j.buried_at IS NULL AND j.due_at <= ? AND coalesce(j.leased_until, 0) <= ${databaseNow}
        AND coalesce(j.parked_until, 0) <= ${databaseNow}
        AND GREATEST(j.due_at, j.leased_until, j.parked_until) <= GREATEST(?, ${databaseNow})
      ORDER BY GREATEST(j.due_at, j.leased_until, j.parked_until), j.id LIMIT ?
    ), due_${index} AS MATERIALIZED (
      SELECT j.realm_id, j.id, j.kind, j.lane FROM seen_${index} s JOIN jobs j ON j.realm_id = s.realm_id AND j.id = s.id
      WHERE j.buried_at IS NULL AND j.due_at <= ? AND coalesce(j.leased_until, 0) <= ${databaseNow} AND ${isFree}
      ORDER BY s.ready, j.id LIMIT ? FOR UPDATE OF j SKIP LOCKED
    )`,
  );
  return `WITH ${perKind.join(", ")}, seen AS (${all("seen")}), due AS MATERIALIZED (${all("due")}
    ), claimed AS (
      UPDATE jobs SET leased_until = ${databaseNow} + ?, parked_until = NULL, attempts = attempts + 1,
        crashes = crashes + (leased_until IS NOT NULL)::integer
      FROM due WHERE jobs.realm_id = due.realm_id AND jobs.id = due.id RETURNING jobs.*
    ), busy AS MATERIALIZED (
      SELECT o.realm_id, o.kind, o.lane FROM (SELECT DISTINCT realm_id, kind, lane FROM seen WHERE lane IS NOT NULL) s
      JOIN jobs o ON o.realm_id = s.realm_id AND o.kind = s.kind AND o.lane = s.lane
      WHERE o.leased_until IS NOT NULL AND o.buried_at IS NULL FOR SHARE OF o SKIP LOCKED
    ), behind AS MATERIALIZED (
      SELECT j.realm_id, j.id FROM seen s JOIN jobs j ON j.realm_id = s.realm_id AND j.id = s.id
      WHERE j.leased_until IS NULL AND j.buried_at IS NULL
        AND (s.realm_id, s.kind, s.lane) IN (
          SELECT realm_id, kind, lane FROM busy UNION ALL SELECT realm_id, kind, lane FROM due WHERE lane IS NOT NULL)
        AND (s.realm_id, s.id) NOT IN (SELECT realm_id, id FROM due)
      FOR UPDATE OF j SKIP LOCKED
    ), parked AS (
      UPDATE jobs SET parked_until = ${databaseNow} + ${longestParking}
      FROM behind WHERE jobs.realm_id = behind.realm_id AND jobs.id = behind.id RETURNING jobs.id
    )
    SELECT parked.count AS parked, claimed.realm_id, claimed.id, claimed.kind, claimed.lane, claimed.payload, claimed.sealed,
      claimed.attempts, claimed.failures, claimed.crashes
    FROM (SELECT count(*) FROM parked) parked LEFT JOIN claimed ON true ORDER BY claimed.due_at, claimed.id`;
};

type Looked = { readonly parked: number } & (JobRow | { readonly [Name in keyof JobRow]: null });

/**
 * Takes jobs that are due. What it costs goes by how many jobs may be taken, not by how many wait behind others: each
 * of those is parked once.
 */
export const claimJobs = async (
  sql: Sql,
  demands: readonly JobDemand[],
  now: number,
  lease: number,
): Promise<readonly JobRow[]> => {
  const bindings = [
    ...demands.flatMap(({ kind, limit }) => [kind, now, now, limit + further, now, limit]),
    lease,
  ];
  for (;;) {
    const rows = await query<Looked>(sql, statement(demands.length), bindings);
    const claimed = rows.filter((row): row is Looked & JobRow => row.id !== null);
    // Where nothing but parking was done, others may have been hidden behind what was parked.
    if (claimed.length > 0 || rows.every(({ parked }) => parked === 0)) return claimed;
  }
};

/** A lane of a kind of jobs. */
export interface Lane {
  readonly kind: JobKind;
  readonly lane: string | null;
}

/**
 * Lets the first one that is parked in each lane go on. It follows the statement that ended what was under way, in the
 * same transaction: a statement doesn't see what others parked while it waited, and between two commits a process may die.
 */
export const goOn = async (sql: Sql, realmId: number, lanes: readonly Lane[]): Promise<void> => {
  for (const { kind, lane } of lanes)
    if (lane !== null)
      await run(
        sql,
        `UPDATE jobs SET parked_until = NULL FROM (
           SELECT realm_id, id FROM jobs WHERE realm_id = ? AND kind = ? AND lane = ? AND parked_until IS NOT NULL
           ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
         ) first WHERE jobs.realm_id = first.realm_id AND jobs.id = first.id`,
        [realmId, kind, lane],
      );
};
