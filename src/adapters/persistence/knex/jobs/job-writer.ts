import type { Seals } from "../../../../application/ports/system/seals";
import type { RealmId } from "../../../../domain/ids";
import { isWithdrawal, type JobOrder, type JobWithdrawal, type NewJob } from "../../../../domain/jobs/job";
import { query, run, type Sql } from "../database/rows";
import { type JobLane, releaseParked } from "./claim-jobs";

/** Columns of a payload: sealed where storage must not show it. */
export const payloadColumns = (
  payload: unknown,
  isSecret: boolean,
  seals: Seals,
): { readonly payload: unknown; readonly sealed: string | null } =>
  isSecret ? { payload: null, sealed: seals.seal(JSON.stringify(payload)) } : { payload, sealed: null };

const jobRow = (realmId: RealmId, job: NewJob, seals: Seals): Record<string, unknown> => ({
  realm_id: realmId,
  kind: job.kind,
  key: job.key ?? null,
  lane: job.lane ?? null,
  share: job.share ?? "",
  ...payloadColumns(job.payload, job.isSecret === true, seals),
  due_at: job.dueAt,
  origin: job.origin ?? null,
});

/** What the insert does with a waiting job of the same key. */
const onKey =
  "ON CONFLICT (realm_id, kind, key) WHERE key IS NOT NULL AND leased_until IS NULL AND buried_at IS NULL";
const replacing = `${onKey} DO UPDATE SET
  payload = excluded.payload, sealed = excluded.sealed, due_at = excluded.due_at, failures = 0, last_error = NULL,
  parked_until = NULL, origin = excluded.origin`;

/** Orders combined into few statements. If several concern one key, only the last takes effect. */
interface MergedOrders {
  readonly withdrawn: readonly JobWithdrawal[];
  readonly additions: readonly NewJob[];
  readonly replacing: readonly NewJob[];
}

const merged = (orders: readonly JobOrder[]): MergedOrders => {
  const byKey = new Map<string, JobOrder>();
  const free: NewJob[] = [];
  for (const order of orders) {
    const key = isWithdrawal(order) ? order.withdraws : order.key;
    if (key === undefined) {
      if (!isWithdrawal(order)) free.push(order);
      continue;
    }
    const name = JSON.stringify([order.kind, key]);
    const earlier = byKey.get(name);
    const stays = earlier && !isWithdrawal(earlier) && !isWithdrawal(order) && !order.replaces;
    if (!stays) byKey.set(name, order);
  }
  const keyed = [...byKey.values()];
  const jobs = keyed.filter((order): order is NewJob => !isWithdrawal(order));
  return {
    withdrawn: keyed.filter(isWithdrawal),
    additions: [...free, ...jobs.filter(({ replaces }) => !replaces)],
    replacing: jobs.filter(({ replaces }) => replaces),
  };
};

export const writeJobs = async (
  sql: Sql,
  seals: Seals,
  realmId: RealmId,
  orders: readonly JobOrder[],
): Promise<void> => {
  const { withdrawn, additions, replacing: replacements } = merged(orders);
  const rows = (jobs: readonly NewJob[]) => jobs.map((job) => jobRow(realmId, job, seals));
  for (const { kind, withdraws } of withdrawn) {
    const gone = await query<JobLane>(
      sql,
      `DELETE FROM jobs WHERE realm_id = ? AND kind = ? AND key = ? AND leased_until IS NULL AND buried_at IS NULL
       RETURNING kind, lane`,
      [realmId, kind, withdraws],
    );
    await releaseParked(sql, realmId, gone);
  }
  await insertJobs(sql, rows(additions), `${onKey} DO NOTHING`);
  await insertJobs(sql, rows(replacements), replacing);
  // A postponed job may have been the first of its lane.
  await releaseParked(
    sql,
    realmId,
    replacements.map(({ kind, lane = null }) => ({ kind, lane })),
  );
};

/** Inserts jobs from rows called `j`. */
const insertFrom = (rows: string, onConflict: string): string => `
  INSERT INTO jobs (realm_id, kind, key, lane, share, payload, sealed, due_at, origin)
  SELECT j.realm_id, j.kind, j.key, j.lane, j.share, j.payload, j.sealed, j.due_at, j.origin FROM ${rows} ${onConflict}`;

/** Inserts jobs from rows called `j`; waiting jobs with the same key stay. */
export const insertPlainJobs = (rows: string): string => insertFrom(rows, `${onKey} DO NOTHING`);

const insertJobs = async (sql: Sql, rows: readonly object[], onConflict: string): Promise<void> => {
  if (rows.length > 0)
    await run(sql, insertFrom("json_populate_recordset(NULL::jobs, ?::json) j", onConflict), [
      JSON.stringify(rows),
    ]);
};

/** Rows of jobs that an insert may write without reading others; undefined if some order needs more. */
export const plainJobRows = (
  seals: Seals,
  realmId: RealmId,
  orders: readonly JobOrder[],
): readonly Record<string, unknown>[] | undefined => {
  const { withdrawn, additions, replacing: replacements } = merged(orders);
  if (withdrawn.length + replacements.length > 0) return undefined;
  return additions.map((job) => jobRow(realmId, job, seals));
};
