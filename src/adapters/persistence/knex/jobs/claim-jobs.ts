import type { JobDemand } from "../../../../application/ports/jobs/job-queue";
import type { JobId, RealmId } from "../../../../domain/ids";
import type { JobKind } from "../../../../domain/jobs/job";
import { type ShareCount, sharePlaces } from "../../../../domain/jobs/share-places";
import { query, run, type Sql } from "../database/rows";
import { databaseNow, firstReady, isDue } from "./due-jobs";
import { shareRows, waitingShares } from "./waiting-shares";

/** A claimed job as stored. */
export interface JobRow {
  readonly realm_id: RealmId;
  readonly id: JobId;
  readonly kind: string;
  readonly lane: string | null;
  readonly share: string;
  readonly payload: unknown;
  readonly sealed: string | null;
  readonly attempts: number;
  readonly failures: number;
  readonly crashes: number;
  readonly due_at: number;
  readonly origin: string | null;
}

/**
 * How many more jobs of a kind are examined than asked for: other processes may be claiming the first ones.
 */
const further = 100;
/** How many more jobs of a share are examined, to park those behind a busy lane. */
const furtherOfShare = 40;
/** How many times as many jobs of a share may be locked as are claimed: two other processes may be claiming the first ones. */
const claimantsOfShare = 3;
/** How long a job stays parked if nobody releases it, because a job ahead of it was deleted by hand. */
const longestParking = 300_000;

/**
 * A job may be claimed unless another one of its lane is running or due before it. Each condition reads one
 * index row, however long the lane is.
 */
const isFree = `(j.lane IS NULL OR j.leased_until IS NOT NULL OR (
  (SELECT o.id FROM jobs o WHERE o.realm_id = j.realm_id AND o.kind = j.kind AND o.lane = j.lane
     AND o.buried_at IS NULL AND o.leased_until IS NOT NULL LIMIT 1) IS NULL
  AND (SELECT o.id FROM jobs o WHERE o.realm_id = j.realm_id AND o.kind = j.kind AND o.lane = j.lane
     AND o.buried_at IS NULL ORDER BY o.due_at, o.id LIMIT 1) = j.id))`;

/** The jobs of one kind to claim: the first ones due, or as many of each share as given. */
interface Choice {
  readonly kind: JobKind;
  readonly limit: number;
  readonly shares?: readonly ShareCount[];
}

/** What is examined of a kind. `may` is false for jobs that are examined only to park them. */
const firstDue = `
  SELECT j.realm_id, j.id, j.kind, j.lane, j.share, GREATEST(j.due_at, j.leased_until) AS ready, true AS may FROM jobs j
  WHERE ${isDue} ORDER BY ${firstReady} LIMIT ?`;
/** The limit tells the planner how few rows these are. */
const sharesOf = `(SELECT * FROM json_to_recordset(?::json) AS s (realm_id integer, share text, most integer) LIMIT ?) s`;
const firstOfShares = `
  SELECT first.* FROM ${sharesOf} CROSS JOIN LATERAL (
    SELECT j.realm_id, j.id, j.kind, j.lane, j.share, GREATEST(j.due_at, j.leased_until) AS ready,
      row_number() OVER (ORDER BY ${firstReady}) <= ${claimantsOfShare} * s.most AS may
    FROM jobs j WHERE ${isDue} AND j.realm_id = s.realm_id AND j.share = s.share
    ORDER BY ${firstReady} LIMIT s.most + ${furtherOfShare}
  ) first`;

/**
 * Locks the jobs to claim of those that were examined, except those that others have locked. `seen` has the rows of a realm and share if
 * there is a limit to each.
 */
const locked = (seen: string, limit: string): string => `
  SELECT j.realm_id, j.id, j.kind, j.lane FROM ${seen} JOIN jobs j ON j.realm_id = e.realm_id AND j.id = e.id
  WHERE e.may AND j.buried_at IS NULL AND j.due_at <= ? AND coalesce(j.leased_until, 0) <= ${databaseNow} AND ${isFree}
  ORDER BY e.ready, j.id LIMIT ${limit} FOR UPDATE OF j SKIP LOCKED`;

/** The statements that examine and lock jobs of the choice at an index. */
const seenAndDue = ({ shares }: Choice, index: number): readonly [string, string] =>
  shares === undefined
    ? [firstDue, locked(`seen_${index} e`, "?")]
    : [
        firstOfShares,
        `SELECT due.* FROM ${sharesOf} CROSS JOIN LATERAL (${locked(
          `(SELECT * FROM seen_${index} e WHERE e.realm_id = s.realm_id AND e.share = s.share) e`,
          "s.most",
        )}) due`,
      ];

const bindingsOf = ({ kind, limit, shares }: Choice, now: number): readonly unknown[] => {
  if (shares === undefined) return [kind, now, now, limit + further, now, limit];
  const rows = [shareRows(shares), shares.length];
  return [...rows, kind, now, now, ...rows, now];
};

/**
 * Claims each kind separately: in one list of all kinds, a kind at its limit would hide the others. Jobs behind a
 * running job of their lane are parked, so that the next claim doesn't meet them again; that running job is locked
 * against being settled meanwhile, or nobody would release the parked ones. Nothing here waits for a lock.
 *
 * The planner expects to park many jobs, although there are usually none, and would scan a whole table of thousands of
 * jobs. LATERAL and EXISTS let it look up only those that are there.
 */
const statement = (choices: readonly Choice[]): string => {
  const all = (name: string) =>
    choices.map((_, index) => `SELECT * FROM ${name}_${index}`).join(" UNION ALL ");
  const perKind = choices.map((choice, index) => {
    const [seen, due] = seenAndDue(choice, index);
    return `seen_${index} AS MATERIALIZED (${seen}), due_${index} AS MATERIALIZED (${due})`;
  });
  return `WITH ${perKind.join(", ")}, seen AS (${all("seen")}), due AS MATERIALIZED (${all("due")}
    ), claimed AS (
      UPDATE jobs SET leased_until = ${databaseNow} + ?, parked_until = NULL, attempts = attempts + 1,
        crashes = crashes + (leased_until IS NOT NULL)::integer
      FROM due WHERE jobs.realm_id = due.realm_id AND jobs.id = due.id RETURNING jobs.*
    ), busy AS MATERIALIZED (
      SELECT o.realm_id, o.kind, o.lane FROM (SELECT DISTINCT realm_id, kind, lane FROM seen WHERE lane IS NOT NULL) s
      JOIN jobs o ON o.realm_id = s.realm_id AND o.kind = s.kind AND o.lane = s.lane
      WHERE o.leased_until IS NOT NULL AND o.buried_at IS NULL FOR SHARE OF o SKIP LOCKED
    ), waiting AS MATERIALIZED (
      SELECT realm_id, id FROM seen
      WHERE (realm_id, kind, lane) IN (
          SELECT realm_id, kind, lane FROM busy UNION ALL SELECT realm_id, kind, lane FROM due WHERE lane IS NOT NULL)
        AND (realm_id, id) NOT IN (SELECT realm_id, id FROM due)
    ), behind AS MATERIALIZED (
      SELECT j.realm_id, j.id FROM waiting w CROSS JOIN LATERAL (
        SELECT j.realm_id, j.id FROM jobs j WHERE j.realm_id = w.realm_id AND j.id = w.id
          AND j.leased_until IS NULL AND j.buried_at IS NULL FOR UPDATE SKIP LOCKED
      ) j
    ), parked AS (
      UPDATE jobs SET parked_until = ${databaseNow} + ${longestParking}
      FROM behind WHERE EXISTS (SELECT FROM behind) AND jobs.realm_id = behind.realm_id AND jobs.id = behind.id
      RETURNING jobs.id
    )
    SELECT parked.count AS parked, claimed.realm_id, claimed.id, claimed.kind, claimed.lane, claimed.share, claimed.payload, claimed.sealed,
      claimed.attempts, claimed.failures, claimed.crashes, claimed.due_at, claimed.origin
    FROM (SELECT count(*) FROM parked) parked LEFT JOIN claimed ON true ORDER BY claimed.due_at, claimed.id`;
};

/** Kinds whose places are shared out are claimed by share. */
const choose = async (sql: Sql, demands: readonly JobDemand[], now: number): Promise<readonly Choice[]> => {
  const choices: Choice[] = [];
  for (const { kind, limit, sharing } of demands) {
    if (sharing === undefined) choices.push({ kind, limit });
    else {
      const shares = sharePlaces(
        limit,
        sharing,
        await waitingShares(sql, kind, now, Math.min(limit, sharing.each)),
      );
      if (shares.length > 0) choices.push({ kind, limit, shares });
    }
  }
  return choices;
};

type Looked = { readonly parked: number } & (JobRow | { readonly [Name in keyof JobRow]: null });

/**
 * The kinds that have a due job. Planning the statement below takes many times as long for all kinds as for one, and few
 * are due at a time.
 */
const dueKinds = async (sql: Sql, kinds: readonly JobKind[], now: number): Promise<ReadonlySet<string>> => {
  const rows = await query<{ kind: string }>(
    sql,
    `SELECT k.kind FROM unnest(?::text[]) AS k (kind) CROSS JOIN LATERAL (
       SELECT GREATEST(due_at, leased_until, parked_until) AS next FROM jobs
       WHERE jobs.kind = k.kind AND buried_at IS NULL ORDER BY GREATEST(due_at, leased_until, parked_until) LIMIT 1
     ) first_of_kind WHERE next <= GREATEST(?, ${databaseNow})`,
    [[...kinds], now],
  );
  return new Set(rows.map(({ kind }) => kind));
};

/**
 * Claims due jobs. The cost depends on how many jobs may be claimed, not on how many wait behind others, because
 * each waiting job is parked once.
 */
export const claimJobs = async (
  sql: Sql,
  demands: readonly JobDemand[],
  now: number,
  lease: number,
): Promise<readonly JobRow[]> => {
  const kinds = await dueKinds(
    sql,
    demands.map(({ kind }) => kind),
    now,
  );
  const due = demands.filter(({ kind }) => kinds.has(kind));
  for (;;) {
    const choices = await choose(sql, due, now);
    if (choices.length === 0) return [];
    const bindings = [...choices.flatMap((choice) => bindingsOf(choice, now)), lease];
    const rows = await query<Looked>(sql, statement(choices), bindings);
    const claimed = rows.filter((row): row is Looked & JobRow => row.id !== null);
    // If the statement only parked jobs, claimable ones may be behind them: try again.
    if (claimed.length > 0 || rows.every(({ parked }) => parked === 0)) return claimed;
  }
};

/** A lane of one kind of jobs. */
export interface JobLane {
  readonly kind: string;
  readonly lane: string | null;
}

/**
 * Releases the first parked job of each lane. It follows the statement that settled the running job, in the
 * same transaction: between two commits the process may die.
 */
export const releaseParked = async (sql: Sql, realmId: RealmId, lanes: readonly JobLane[]): Promise<void> => {
  for (const { kind, lane } of lanes)
    if (lane !== null) await run(sql, "SELECT release_lane(?, ?, ?)", [realmId, kind, lane]);
};
