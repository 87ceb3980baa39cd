import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import type { RealmId } from "../../../../domain/ids";
import { inRealms } from "./by-realm";
import { query, run } from "./rows";

/** Far more positions than a log can have lost, and few enough for hundreds of histories. */
const skipped = 10_000_000;
/** Realms whose logs one statement advances. */
const atOnce = 1000;

/** The file that `parley restore` writes into an embedded cluster: each restore begins a history of its own. */
export const restoredMarkIn = (cluster: string): string => join(cluster, "restored");

interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

/** What the last restore of an embedded cluster wrote; "" for a server, and for a cluster that wasn't restored. */
export const restoreOf = ({ dataDir, databaseUrl }: Place): string => {
  if (databaseUrl !== undefined) return "";
  const file = restoredMarkIn(join(dataDir, "postgres"));
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};

/**
 * The name of the current history: the cluster's, its timeline, which a promoted standby and a recovery to a point in time change, the table's
 * own id, which a restored dump changes, and the restore of an embedded cluster.
 */
const historyName = `concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8), 'realm_heads'::regclass::oid, NULLIF(CAST(:restore AS text), ''))`;

interface History {
  readonly number: number;
  readonly is_followed: boolean;
}

/** The stored history, if it is still the current one. Undefined where the server doesn't say, or only reads. */
const storedHistory = async (db: Knex, restore: string): Promise<"other" | History | undefined> => {
  try {
    const [row] = await query<History & { is_current: boolean }>(
      db,
      `SELECT number, is_followed, name = ${historyName} AS is_current FROM database_history`,
      { restore },
    );
    return row?.is_current ? row : "other";
  } catch {
    return undefined;
  }
};

/** Begins the next history, unless another process already has. The first one has nothing to follow. */
const beginHistory = (db: Knex, restore: string): Promise<void> =>
  run(
    db,
    `INSERT INTO database_history AS known (id, name, number, is_followed) VALUES (1, ${historyName}, 0, true)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, number = known.number + 1, is_followed = false
     WHERE known.name <> excluded.name`,
    { restore },
  );

/**
 * Skips positions in all logs if the database has begun another history: clients may have received events that this one lacks, and nodes may
 * hold states that led to them. Afterwards no node can take the log for a continuation of what it knows, and queues of earlier clients are
 * gone, so that they register again. Several processes may do this at once, and the next call goes on with what one left out. Returns whether
 * any log was skipped. Rejects at the end if some logs can't be reached.
 */
export const followHistory = async (db: Knex, restore: string): Promise<boolean> => {
  let history = await storedHistory(db, restore);
  if (history === "other") {
    await beginHistory(db, restore);
    history = await storedHistory(db, restore);
  }
  if (history === undefined || history === "other" || history.is_followed) return false;
  const { number } = history;
  await skipPositions(db, number);
  await run(db, "UPDATE database_history SET is_followed = true WHERE number = ?", [number]);
  return true;
};

/** Skips positions in each log that hasn't followed the history. */
const skipPositions = async (db: Knex, history: number): Promise<void> => {
  const failures: unknown[] = [];
  for (let last: RealmId | undefined = 0; last !== undefined; ) {
    const rows: readonly { readonly id: RealmId }[] = await query<{ id: RealmId }>(
      db,
      "SELECT id FROM realms WHERE id > ? ORDER BY id LIMIT ?",
      [last, atOnce],
    );
    const ids = rows.map(({ id }) => id);
    await inRealms(db, ids, async (realmIds) => {
      await run(
        db,
        `UPDATE realm_heads SET position = position + :skipped, forgotten = position + :skipped, history = :history
         WHERE realm_id = ANY(:realmIds) AND history < :history`,
        { skipped, realmIds, history },
      ).catch((error) => failures.push(error));
      return [];
    });
    last = ids.at(-1);
  }
  if (failures.length > 0) throw failures[0];
};
