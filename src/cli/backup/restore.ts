import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
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

/**
 * Creates a data folder from a backup and verifies each file's checksum; a failed restore leaves nothing.
 * Returns the number of files.
 */
export const restore = async (from: string, dataDir: string): Promise<number> => {
  const { files } = await readManifest(from);
  if (!(await isEmpty(dataDir)))
    throw new Error(`${dataDir} isn't empty: move it away, or set PARLEY_DATA_DIR to a new folder`);
  const parent = dirname(dataDir);
  await mkdir(parent, { recursive: true });
  const fresh = `${dataDir}.restoring-${process.pid}`;
  const isRoot = process.getuid?.() === 0;
  try {
    // As root, PostgreSQL runs under another account, which must be able to traverse the folder.
    await mkdir(fresh, { mode: isRoot ? 0o711 : 0o700 });
    for (const path of emptyFolders) await mkdir(join(fresh, path), { recursive: true, mode: 0o700 });
    const outside = Object.keys(files).find((path) => !isLocal(path));
    if (outside !== undefined) throw new Error(`${outside} is outside the backup's folder`);
    for (const [path, checksum] of Object.entries(files))
      if ((await copyChecked(join(from, path), join(fresh, path))) !== checksum)
        throw new Error(`${path} is missing or damaged. Restore another backup`);
    // Manifests of older versions don't name it.
    if (files[label] === undefined) await copyChecked(join(from, label), join(fresh, label));
    await rm(dataDir, { recursive: true, force: true });
    await rename(fresh, dataDir);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  return Object.keys(files).length;
};
