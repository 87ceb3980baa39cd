import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isAlive } from "../../adapters/persistence/embedded/is-alive";
import { openDataFolder } from "../../adapters/system/data-folder";
import { copyChecked } from "./copy-checked";
import { readManifest } from "./manifest";

/** Folders that a cluster needs even if they are empty. */
const emptyFolders = [
  "pg_commit_ts",
  "pg_dynshmem",
  "pg_logical",
  "pg_logical/mappings",
  "pg_logical/snapshots",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_tblspc",
  "pg_twophase",
  "pg_wal",
  "pg_wal/archive_status",
  "pg_wal/summaries",
].map((path) => join("postgres", path));

/** Tells PostgreSQL where to start reading its WAL. */
const label = join("postgres", "backup_label");

const isEmpty = async (folder: string): Promise<boolean> =>
  !existsSync(folder) || (await readdir(folder)).length === 0;

/** Whether a relative path stays in its folder. */
const isLocal = (path: string): boolean => !isAbsolute(path) && !path.split(/[/\\]/).includes("..");

/** Copies a file of the backup. Refuses links, pipes and devices, which may lead out of the backup or have no end. */
const copyRegular = async (from: string, path: string, to: string): Promise<string | undefined> => {
  const source = join(from, path);
  const found = await lstat(source).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile() || (await realpath(source)) !== source)
    throw new Error(`${path} doesn't belong to this backup`);
  return copyChecked(source, join(to, path));
};

/** Removes what a killed restore into this folder left behind, because it contains every secret. */
const removeLeftovers = async (dataDir: string): Promise<void> => {
  const parent = dirname(dataDir);
  const beginning = `${basename(dataDir)}.restoring-`;
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(beginning) ? Number(name.slice(beginning.length)) : Number.NaN;
    if (Number.isInteger(pid) && (pid === process.pid || !isAlive(pid)))
      await rm(join(parent, name), { recursive: true, force: true });
  }
};

/**
 * Creates a data folder from a backup and verifies each file's checksum; a failed restore leaves nothing,
 * and the next one removes what a killed one left. Returns the number of files.
 */
export const restore = async (folder: string, dataDir: string): Promise<number> => {
  const { files } = await readManifest(folder);
  const from = await realpath(folder);
  if (!(await isEmpty(dataDir)))
    throw new Error(`${dataDir} isn't empty: move it away, or set PARLEY_DATA_DIR to a new folder`);
  const parent = dirname(dataDir);
  await mkdir(parent, { recursive: true });
  await removeLeftovers(dataDir);
  const fresh = `${dataDir}.restoring-${process.pid}`;
  try {
    openDataFolder(fresh);
    for (const path of emptyFolders) await mkdir(join(fresh, path), { recursive: true, mode: 0o700 });
    const outside = Object.keys(files).find((path) => !isLocal(path));
    if (outside !== undefined) throw new Error(`${outside} is outside the backup's folder`);
    for (const [path, checksum] of Object.entries(files))
      if ((await copyRegular(from, path, fresh)) !== checksum)
        throw new Error(`${path} is missing or damaged. Restore another backup`);
    // Manifests of older versions don't name it.
    if (files[label] === undefined) await copyRegular(from, label, fresh);
    await rm(dataDir, { recursive: true, force: true });
    await rename(fresh, dataDir);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  return Object.keys(files).length;
};
