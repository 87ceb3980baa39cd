import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, realpath, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { lockDataFolder } from "../../adapters/persistence/embedded/data-folder-lock";
import { restoredMarkIn } from "../../adapters/persistence/knex/database/database-history";
import { isHalfRestored, makeDataFolder, restoringIn } from "../../adapters/system/data-folder";
import { copyChecked } from "./copy-checked";
import { type Manifest, partsOfBackup, readManifest } from "./manifest";

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

/** Entries of a folder without data: from a freshly mounted disk, or from an earlier lock. */
const ignored = ["lost+found", "parley.lock"];

const requireEmpty = async (dataDir: string): Promise<void> => {
  if (!existsSync(dataDir)) return;
  const restored = isHalfRestored(dataDir) ? [basename(restoringIn(dataDir)), ...partsOfBackup] : [];
  const others = (await readdir(dataDir)).filter((name) => ![...ignored, ...restored].includes(name));
  if (others.length > 0)
    throw new Error(
      `${dataDir} isn't empty: it has ${others[0]}. Move its contents away, or set PARLEY_DATA_DIR to a new folder`,
    );
};

/** Removes what a restore wrote here. The mark of an incomplete folder goes last. */
const removeRestored = async (dataDir: string): Promise<void> => {
  if (!isHalfRestored(dataDir)) return;
  for (const path of [...partsOfBackup.map((name) => join(dataDir, name)), restoringIn(dataDir)])
    await rm(path, { recursive: true, force: true });
};

/** Whether a path names something that backups contain, and stays within it. */
const isPart = (path: string): boolean => {
  const names = path.split(/[/\\]/);
  return partsOfBackup.includes(names[0] ?? "") && !names.includes("..");
};

/** Copies a file of the backup. Refuses links, pipes and devices, which may lead out of the backup or have no end. */
const copyRegular = async (from: string, path: string, to: string): Promise<string | undefined> => {
  const source = join(from, path);
  const found = await lstat(source).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile() || (await realpath(source)) !== source)
    throw new Error(`${path} doesn't belong to this backup`);
  return copyChecked(source, join(to, path));
};

const copyBackup = async (from: string, to: string, files: Manifest["files"]): Promise<void> => {
  await mkdir(to, { mode: 0o700 });
  for (const path of emptyFolders) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
  for (const [path, checksum] of Object.entries(files))
    if ((await copyRegular(from, path, to)) !== checksum)
      throw new Error(`${path} is missing or damaged. Restore another backup`);
  // Manifests of older versions don't name it.
  if (files[label] === undefined) await copyRegular(from, label, to);
};

const fill = async (target: string, from: string, files: Manifest["files"]): Promise<void> => {
  await removeRestored(target);
  const restoring = restoringIn(target);
  await copyBackup(from, restoring, files);
  await writeFile(restoredMarkIn(join(restoring, "postgres")), randomUUID(), { mode: 0o600, flush: true });
  for (const name of await readdir(restoring)) await rename(join(restoring, name), join(target, name));
  await rmdir(restoring);
};

/**
 * Fills an empty data folder from a backup and verifies each file's checksum. The folder itself stays, because it may be a mount
 * point or lie in a folder that we can't change. Files wait in a folder within it until all are there: a server refuses to start
 * meanwhile. A failed restore leaves no file, and the next one removes those of a killed one. Returns the number of files.
 */
export const restore = async (folder: string, dataDir: string): Promise<number> => {
  const { files } = await readManifest(folder);
  const from = await realpath(folder);
  const outside = Object.keys(files).find((path) => !isPart(path));
  if (outside !== undefined) throw new Error(`${outside} doesn't belong in a backup`);
  await requireEmpty(dataDir);
  const isNew = !existsSync(dataDir);
  const target = makeDataFolder(dataDir);
  const lock = await lockDataFolder(target);
  try {
    // Another process may have used the folder until we locked it.
    await requireEmpty(target);
    await fill(target, from, files).catch(async (error: unknown) => {
      await (isNew ? rm(target, { recursive: true, force: true }) : removeRestored(target));
      throw error;
    });
  } finally {
    lock.release();
  }
  return Object.keys(files).length;
};
