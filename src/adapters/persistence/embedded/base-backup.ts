import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { ConnectionSettings } from "../knex/database";

/** What PostgreSQL makes anew, or what belongs to the running server alone. As pg_basebackup leaves them out. */
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

const bytesOfSegment = 16 * 1024 * 1024;

interface Places {
  /** The cluster that is running. */
  readonly cluster: string;
  readonly target: string;
}

/** How files are copied. */
interface Copying {
  folder(path: string): Promise<void>;
  /** Passes over a file that is gone by now. */
  file(from: string, to: string): Promise<void>;
}

const copyCluster = async ({ cluster, target }: Places, copying: Copying): Promise<void> => {
  const copyFolder = async (path: string): Promise<void> => {
    await copying.folder(join(target, path));
    for (const entry of await readdir(join(cluster, path), { withFileTypes: true })) {
      const inside = join(path, entry.name);
      if (isLeftOut(entry.name)) continue;
      if (entry.isFile()) await copying.file(join(cluster, inside), join(target, inside));
      else if (entry.isDirectory())
        await (emptied.includes(inside) ? copying.folder(join(target, inside)) : copyFolder(inside));
    }
  };
  await copyFolder(".");
};

/** The number of a segment of the log within its timeline. */
const segmentOf = (file: string): number =>
  Number.parseInt(file.slice(8, 16), 16) * (2 ** 32 / bytesOfSegment) + Number.parseInt(file.slice(16), 16);

/** Copies the segments that bring the copy to where it is whole. */
const copyLog = async (
  { cluster, target }: Places,
  { first, last }: { readonly first: string; readonly last: string },
  copying: Copying,
): Promise<void> => {
  const wanted = (await readdir(join(cluster, "pg_wal"))).filter(
    (name) =>
      /^[0-9A-F]{24}$/.test(name) &&
      name.slice(0, 8) === first.slice(0, 8) &&
      segmentOf(name) >= segmentOf(first) &&
      segmentOf(name) <= segmentOf(last),
  );
  const count = segmentOf(last) - segmentOf(first) + 1;
  if (wanted.length !== count)
    throw new Error(`PostgreSQL's log has ${wanted.length} of the ${count} segments that the copy needs`);
  for (const name of wanted) await copying.file(join(cluster, "pg_wal", name), join(target, "pg_wal", name));
};

/**
 * Copies a running cluster, as pg_basebackup does: PostgreSQL writes whole pages to its log meanwhile, which a start on the
 * copy repeats. The package has no pg_basebackup.
 */
export const baseBackup = async (
  connection: Exclude<ConnectionSettings, string>,
  places: Places,
  copying: Copying,
): Promise<void> => {
  const client = new Client({ ...connection, user: "postgres", database: "postgres" });
  // An error here also fails the statement that is under way.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // While the connection lasts, no segment of the log is reused.
    await client.query("SELECT pg_create_physical_replication_slot('parley_backup', true, true)");
    const started = await client.query(
      "SELECT pg_walfile_name(pg_backup_start('parley backup', fast => true) + 1) AS first",
    );
    await copyCluster(places, copying);
    // The position is just behind the last record, which may be the last of its segment.
    const stopped = await client.query(
      "SELECT pg_walfile_name(lsn - 1) AS last, labelfile FROM pg_backup_stop(wait_for_archive => false)",
    );
    const { last, labelfile } = stopped.rows[0];
    await copyLog(places, { first: started.rows[0].first, last }, copying);
    await writeFile(join(places.target, "backup_label"), labelfile, { mode: 0o600, flush: true });
  } finally {
    await client.end();
  }
};
