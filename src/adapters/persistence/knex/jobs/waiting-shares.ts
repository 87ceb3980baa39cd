import type { RealmId } from "../../../../domain/ids";
import type { JobKind } from "../../../../domain/jobs/job";
import type { ShareCount } from "../../../../domain/jobs/share-places";
import { query, type Sql } from "../database/rows";
import { firstReady, isDue } from "./due-jobs";

/** If fewer jobs are due, they show all shares. */
const mostRead = 200;
/** Shares beyond these are seen when their jobs are among the first due. */
const mostShares = 500;
const mostOfRealm = 50;
/** Above each realm's id. */
const greatestInteger = 2 ** 31 - 1;

interface ShareRow {
  readonly realm_id: RealmId;
  readonly share: string;
  readonly count: number;
}

/** The shares of the first due jobs, in their order, and how many jobs were read. */
const sharesOfFirst = async (
  sql: Sql,
  due: readonly unknown[],
): Promise<{ readonly shares: readonly ShareRow[]; readonly read: number }> => {
  const rows = await query<Omit<ShareRow, "count">>(
    sql,
    `SELECT j.realm_id, j.share FROM jobs j WHERE ${isDue} ORDER BY ${firstReady} LIMIT ${mostRead}`,
    due,
  );
  const shares = new Map<string, ShareRow>();
  for (const row of rows) {
    const name = `${row.realm_id} ${row.share}`;
    shares.set(name, { ...row, count: (shares.get(name)?.count ?? 0) + 1 });
  }
  return { shares: [...shares.values()], read: rows.length };
};

/**
 * Goes from share to share in the index, however many jobs each has, and counts those of each that are due. It begins at any realm, and
 * goes on from the lowest after the highest: no realm is always among those that it doesn't reach.
 */
const sharesOfAll = (
  sql: Sql,
  due: readonly unknown[],
  kind: JobKind,
  first: readonly ShareRow[],
  enough: number,
): Promise<readonly ShareRow[]> =>
  query<ShareRow>(
    sql,
    `WITH RECURSIVE beginning AS MATERIALIZED (
       SELECT floor(random() * (max(j.realm_id) + 1))::integer AS realm_id FROM jobs j WHERE j.kind = ? AND j.buried_at IS NULL
     ), walked AS (
       SELECT first.realm_id, first.share, 1 AS of_realm, 1 AS step, false AS is_back FROM beginning b CROSS JOIN LATERAL (
         SELECT j.realm_id, j.share FROM jobs j
         WHERE j.kind = ? AND j.buried_at IS NULL AND j.realm_id >= b.realm_id ORDER BY j.realm_id, j.share LIMIT 1
       ) first
       UNION ALL
       SELECT following.realm_id, following.share, CASE WHEN following.rank = 1 THEN w.of_realm + 1 ELSE 1 END, w.step + 1,
         w.is_back OR following.rank = 3
       FROM beginning b CROSS JOIN walked w CROSS JOIN LATERAL (
         (SELECT j.realm_id, j.share, 1 AS rank FROM jobs j
          WHERE j.kind = ? AND j.buried_at IS NULL AND j.realm_id = w.realm_id AND j.share > w.share
            AND w.of_realm < ${mostOfRealm}
          ORDER BY j.realm_id, j.share LIMIT 1)
         UNION ALL
         (SELECT j.realm_id, j.share, 2 AS rank FROM jobs j
          WHERE j.kind = ? AND j.buried_at IS NULL AND j.realm_id > w.realm_id
            AND j.realm_id < CASE WHEN w.is_back THEN b.realm_id ELSE ${greatestInteger} END
          ORDER BY j.realm_id, j.share LIMIT 1)
         UNION ALL
         (SELECT j.realm_id, j.share, 3 AS rank FROM jobs j
          WHERE j.kind = ? AND j.buried_at IS NULL AND j.realm_id < b.realm_id AND NOT w.is_back
          ORDER BY j.realm_id, j.share LIMIT 1)
         ORDER BY rank LIMIT 1
       ) following WHERE w.step < ${mostShares}
     )
     SELECT s.realm_id, s.share, ready.count FROM (
       SELECT realm_id, share FROM walked
       UNION SELECT realm_id, share FROM json_to_recordset(?::json) AS f (realm_id integer, share text)
     ) s CROSS JOIN LATERAL (
       SELECT count(*) AS count, min(due.ready) AS since FROM (
         SELECT GREATEST(j.due_at, j.leased_until) AS ready FROM jobs j
         WHERE ${isDue} AND j.realm_id = s.realm_id AND j.share = s.share ORDER BY ${firstReady} LIMIT ?
       ) due
     ) ready WHERE ready.count > 0 ORDER BY ready.since, s.realm_id, s.share`,
    [kind, kind, kind, kind, kind, JSON.stringify(first), ...due, enough],
  );

/** The shares that have due jobs of a kind, the longest waiting first, and how many each has: `enough` or more may be inexact. */
export const waitingShares = async (
  sql: Sql,
  kind: JobKind,
  now: number,
  enough: number,
): Promise<readonly ShareCount[]> => {
  const due = [kind, now, now];
  const first = await sharesOfFirst(sql, due);
  const rows = first.read < mostRead ? first.shares : await sharesOfAll(sql, due, kind, first.shares, enough);
  return rows.map(({ realm_id, share, count }) => ({ realmId: realm_id, share, count }));
};

/** Rows of shares as the statement that claims takes them. */
export const shareRows = (shares: readonly ShareCount[]): string =>
  JSON.stringify(shares.map(({ realmId, share, count }) => ({ realm_id: realmId, share, most: count })));
