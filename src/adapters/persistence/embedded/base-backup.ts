import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { bytesIn } from "../../../domain/units/size";
import { entriesIn } from "../../system/folder-entries";
import type { ConnectionSettings } from "../knex/database/database";

/** What PostgreSQL recreates, or what belongs to the running server alone: the list of pg_basebackup. */
const emptied = [
  "pg_wal",
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
];
const leftOut = ["postmaster.pid", "postmaster.opts", "backup_label.old", "tablespace_map.old"];
const isLeftOut = (name: string): boolean =>
  leftOut.includes(name) || name.startsWith("pgsql_tmp") || name === "pg_internal.init";

const bytesOfSegment = 16 * bytesIn.mebibyte;

interface Places {
  /** The running cluster. */
  readonly cluster: string;
  readonly target: string;
}

/** How files are copied. */
interface Copying {
  folder(path: string): Promise<void>;
  /** Skips a file that has just been removed. */
  file(from: string, to: string): Promise<void>;
  text(content: string, to: string): Promise<void>;
}

const copyCluster = async ({ cluster, target }: Places, copying: Copying): Promise<void> => {
  const copyFolder = async (path: string): Promise<void> => {
    await copying.folder(join(target, path));
    // The folder of a database that is being dropped may be gone.
    for await (const entry of entriesIn(join(cluster, path))) {
      const inside = join(path, entry.name);
      if (isLeftOut(entry.name)) continue;
      if (entry.isFile()) await copying.file(join(cluster, inside), join(target, inside));
      else if (entry.isDirectory())
        await (emptied.includes(inside) ? copying.folder(join(target, inside)) : copyFolder(inside));
    }
  };
  await copyFolder(".");
};

/** The number of a WAL segment within its timeline. */
const segmentOf = (file: string): number =>
  Number.parseInt(file.slice(8, 16), 16) * (2 ** 32 / bytesOfSegment) + Number.parseInt(file.slice(16), 16);

/** Copies the WAL segments that the copy needs to become consistent. */
const copyLog = async (
  { cluster, target }: Places,
  { first, last }: { readonly first: string; readonly last: string },
  copying: Copying,
): Promise<void> => {
  const segments = (await readdir(join(cluster, "pg_wal"))).filter(
    (name) =>
      /^[0-9A-F]{24}$/.test(name) &&
      name.slice(0, 8) === first.slice(0, 8) &&
      segmentOf(name) >= segmentOf(first) &&
      segmentOf(name) <= segmentOf(last),
  );
  const count = segmentOf(last) - segmentOf(first) + 1;
  if (segments.length !== count)
    throw new Error(
      `PostgreSQL's write-ahead log has ${segments.length} of the ${count} segments that the copy needs`,
    );
  for (const name of segments)
    await copying.file(join(cluster, "pg_wal", name), join(target, "pg_wal", name));
};

/** An arbitrary number that nothing else uses as a lock in the database postgres. */
const backupLock = 7_261_955_395;
const slot = "parley_backup";
/** How long the session of a backup that was killed may take to notice. */
const patienceMilliseconds = 5000;
const againMilliseconds = 100;

const takeLock = async (client: Client): Promise<void> => {
  for (const until = Date.now() + patienceMilliseconds; ; await sleep(againMilliseconds)) {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${backupLock}) AS held`);
    if (rows[0].held) return;
    if (Date.now() > until) throw new Error("Another backup is in progress. Wait until it has ended");
  }
};

/** What happens right before the moment whose data the copy will have. */
type BeforeEnd = () => Promise<void>;

/** A running cluster, during the only backup of it. */
export interface ClusterBackup {
  /**
   * Copies the cluster the way pg_basebackup does: PostgreSQL writes full pages to its WAL meanwhile, which the copy replays
   * when it starts. The npm package has no pg_basebackup.
   */
  copy(places: Places, copying: Copying, beforeEnd?: BeforeEnd): Promise<void>;
  end(): Promise<void>;
}

/** Begins a backup, unless another one is in progress. */
export const beginBackup = async (
  connection: Exclude<ConnectionSettings, string>,
): Promise<ClusterBackup> => {
  const client = new Client({ ...connection, user: "postgres", database: "postgres" });
  // The error also fails the statement in progress.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await takeLock(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    copy: (places, copying, beforeEnd = async () => {}) => copyRunning(client, places, copying, beforeEnd),
    end: () => client.end(),
  };
};

const copyRunning = async (
  client: Client,
  places: Places,
  copying: Copying,
  beforeEnd: BeforeEnd,
): Promise<void> => {
  // A slot ends with its backup's connection, unless PostgreSQL was killed, or restored, with one.
  await client.query(
    "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active",
    [slot],
  );
  // PostgreSQL recycles no WAL segment while the connection lasts.
  await client.query("SELECT pg_create_physical_replication_slot($1, true, true)", [slot]);
  const started = await client.query(
    "SELECT pg_walfile_name(pg_backup_start('parley backup', fast => true) + 1) AS first",
  );
  await copyCluster(places, copying);
  await beforeEnd();
  // The position just behind the last record, which may be the last of its segment.
  const stopped = await client.query(
    "SELECT pg_walfile_name(lsn - 1) AS last, labelfile FROM pg_backup_stop(wait_for_archive => false)",
  );
  const { last, labelfile } = stopped.rows[0];
  await copyLog(places, { first: started.rows[0].first, last }, copying);
  // Without it, the copy would start from any later checkpoint, and lose what was copied before that.
  await copying.text(labelfile, join(places.target, "backup_label"));
};
