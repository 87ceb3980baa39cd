import type { Knex } from "knex";
import {
  type ClaimedJob,
  deadLetterMilliseconds,
  type JobClaim,
  type JobQueue,
} from "../../../../application/ports/jobs/job-queue";
import type { Seals } from "../../../../application/ports/system/seals";
import { jobKindCodec } from "../../../../domain/jobs/job";
import { decoded, query, run, type Sql } from "../database/rows";
import { claimJobs } from "./claim-jobs";
import { databaseNow } from "./due-jobs";
import { payloadColumns, writeJobs } from "./job-writer";

const uniqueViolation = "23505";
const isTaken = (error: { readonly code?: unknown }): boolean => error.code === uniqueViolation;

const opened = (seals: Seals, sealed: string): unknown => {
  const text = seals.open(sealed);
  return text === undefined ? undefined : JSON.parse(text);
};

const isClaimed =
  "realm_id = ? AND id = ? AND attempts = ? AND leased_until IS NOT NULL AND buried_at IS NULL";
const names = ({ realmId, id, attempts }: JobClaim): readonly number[] => [realmId, id, attempts];

/** The number of claims tells claims of a job apart. Secret payloads are sealed again. */
export const knexJobQueue = (db: Knex, seals: Seals): JobQueue => {
  /** Updates a claimed job and releases the next one of its lane, in one statement. False if the claim has expired. */
  const settleIn = async (sql: Sql, statement: string, values: readonly unknown[], claim: JobClaim) => {
    const [ended] = await query(
      sql,
      `WITH ended AS (${statement} WHERE ${isClaimed} RETURNING realm_id, kind, lane)
       SELECT CASE WHEN lane IS NOT NULL THEN release_lane(realm_id, kind, lane) END FROM ended`,
      [...values, ...names(claim)],
    );
    return ended !== undefined;
  };

  const settle = (statement: string, values: readonly unknown[], claim: JobClaim) =>
    settleIn(db, statement, values, claim);

  const unclaim = async (change: string, values: readonly unknown[], claim: JobClaim): Promise<void> => {
    await settle(`UPDATE jobs SET leased_until = NULL, ${change}`, values, claim).catch((error) => {
      if (!isTaken(error)) throw error;
      // Another job with the same key has been enqueued since: both will run.
      return settle(`UPDATE jobs SET leased_until = NULL, key = NULL, ${change}`, values, claim);
    });
  };

  return {
    claim: async (demands, now, lease) => {
      const rows = await claimJobs(db, demands, now, lease).catch((error) => {
        // Another process claimed a job of the same lane at that moment: the next claim sees that.
        if (isTaken(error)) return [];
        throw error;
      });
      return rows.map(
        (row): ClaimedJob => ({
          realmId: row.realm_id,
          id: row.id,
          kind: decoded(jobKindCodec, row.kind, row, { table: "jobs", key: ["id"] }),
          lane: row.lane,
          payload: row.sealed === null ? row.payload : opened(seals, row.sealed),
          attempts: row.attempts,
          failures: row.failures,
          crashes: row.crashes,
          dueAt: row.due_at,
          share: row.share,
          ...(row.origin !== null && { origin: row.origin }),
        }),
      );
    },

    extend: (claims, lease) =>
      run(
        db,
        `UPDATE jobs SET leased_until = ${databaseNow} + ? FROM json_to_recordset(?::json) AS c (realm_id int, id bigint, attempts int)
         WHERE jobs.realm_id = c.realm_id AND jobs.id = c.id AND jobs.attempts = c.attempts
           AND jobs.leased_until IS NOT NULL AND jobs.buried_at IS NULL`,
        [
          lease,
          JSON.stringify(claims.map(({ realmId, id, attempts }) => ({ realm_id: realmId, id, attempts }))),
        ],
      ),

    complete: async (claim, next) => {
      if (next.length === 0) {
        await settle("DELETE FROM jobs", [], claim);
        return;
      }
      await db.transaction(async (trx) => {
        if (await settleIn(trx, "DELETE FROM jobs", [], claim))
          await writeJobs(trx, seals, claim.realmId, next);
      });
    },

    postpone: async (claim, { dueAt, error, payload }) => {
      if (payload === undefined) {
        await unclaim("due_at = ?, last_error = ?, failures = failures + 1", [dueAt, error], claim);
        return;
      }
      const [open, shut] = [false, true].map((isSecret) => payloadColumns(payload, isSecret, seals));
      await unclaim(
        `due_at = ?, last_error = ?, failures = failures + 1,
         payload = CASE WHEN sealed IS NULL THEN ?::jsonb END, sealed = CASE WHEN sealed IS NOT NULL THEN ? END`,
        [dueAt, error, JSON.stringify(open?.payload), shut?.sealed],
        claim,
      );
    },

    release: async (claims) => {
      for (const claim of claims) await unclaim("due_at = due_at", [], claim);
    },

    bury: async (claim, at, error) => {
      await settle(
        "UPDATE jobs SET leased_until = NULL, buried_at = ?, last_error = ?, failures = failures + 1",
        [at, error],
        claim,
      );
      await run(db, "DELETE FROM jobs WHERE buried_at < ?", [at - deadLetterMilliseconds]);
    },

    nextDueAt: async (kinds) => {
      const [row] = await query<{ next: number | null }>(
        db,
        `SELECT min(next) AS next FROM unnest(?::text[]) AS k (kind) CROSS JOIN LATERAL (
           SELECT GREATEST(due_at, leased_until, parked_until) AS next FROM jobs
           WHERE jobs.kind = k.kind AND buried_at IS NULL ORDER BY GREATEST(due_at, leased_until, parked_until) LIMIT 1
         ) first_of_kind`,
        [[...kinds]],
      );
      return row?.next ?? undefined;
    },
  };
};
