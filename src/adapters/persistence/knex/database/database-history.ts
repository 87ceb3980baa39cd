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
 * A cluster's name, and its timeline, which a promoted standby and a recovery to a point in time change. Undefined where the server
 * doesn't say, or only reads.
 */
const nameOf = (db: Knex, restore: string): Promise<string | undefined> =>
  query<{ name: string }>(
    db,
    `SELECT system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS name FROM pg_control_system()`,
    [],
  ).then(
    ([row]) => (row === undefined ? undefined : `${row.name} ${restore}`.trim()),
    () => undefined,
  );

/**
 * Skips positions in all logs if the database has begun another history since the last call: clients may have received events that this one
 * lacks, and nodes may hold states that led to them. Afterwards no node can take the log for a continuation of what it knows, and queues
 * of earlier clients are gone, so that they register again. A call that is cut off is repeated. Returns whether it was so.
 */
export const followHistory = async (db: Knex, restore: string): Promise<boolean> => {
  const name = await nameOf(db, restore);
  if (name === undefined) return false;
  const [known] = await query<{ name: string }>(db, "SELECT name FROM database_history", []);
  if (known?.name === name) return false;
  if (known !== undefined) await skipPositions(db);
  await run(
    db,
    "INSERT INTO database_history (id, name) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
    [name],
  );
  return known !== undefined;
};

const skipPositions = async (db: Knex): Promise<void> => {
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
        `UPDATE realm_heads SET position = position + :skipped, forgotten = position + :skipped
         WHERE realm_id = ANY(:realmIds)`,
        { skipped, realmIds },
      );
      return [];
    });
    last = ids.at(-1);
  }
};
