import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { beginBackup, type ClusterBackup } from "../../adapters/persistence/embedded/base-backup";
import { filesBelow } from "../../adapters/system/folder-entries";
import { makeFolder } from "../../adapters/system/make-folder";
import { serverVersion } from "../../adapters/zulip-wire/version";
import { storageOf } from "../../composition/adapters/storage";
import type { Config } from "../../config/config";
import { copyChecked } from "./copy-checked";
import { writeManifest } from "./manifest";

/** Small files without which the others are useless. */
const secrets = ["secret", "postgres.password"];

const makeTarget = async (target: string): Promise<string> => {
  if (existsSync(target) && (await readdir(target)).length > 0)
    throw new Error(`${target} isn't empty: each backup needs a folder of its own`);
  makeFolder(target, 0o700);
  await chmod(target, 0o700);
  return realpath(target);
};

/** Writes into a folder, and records what it wrote: only that is restored. */
const copyingInto = (target: string) => {
  const files: Record<string, string> = {};
  return {
    files,
    folder: async (path: string) => {
      makeFolder(path, 0o700);
    },
    file: async (from: string, to: string) => {
      const checksum = await copyChecked(from, to);
      if (checksum !== undefined) files[relative(target, to)] = checksum;
    },
    text: async (content: string, to: string) => {
      await writeFile(to, content, { mode: 0o600, flush: true });
      files[relative(target, to)] = createHash("sha256").update(content).digest("hex");
    },
  };
};

type Copying = ReturnType<typeof copyingInto>;

/** The result of a backup. */
interface Backup {
  readonly count: number;
  readonly leftOut: readonly string[];
}

const copyAll = async (
  { dataDir }: Config,
  backup: ClusterBackup,
  target: string,
  copying: Copying,
): Promise<void> => {
  const copyFiles = async (): Promise<void> => {
    for await (const from of filesBelow(join(dataDir, "files"))) {
      const path = relative(dataDir, from);
      if (copying.files[path] === undefined) await copying.file(from, join(target, path));
    }
  };
  // The backup's database is that of the moment when its copy ends. Most files are copied before, because it takes long, and new ones
  // right before that moment, because they may be deleted right after it. What was added in between is copied last: only files that are
  // deleted within seconds of their upload may be missing.
  await copyFiles();
  const cluster = await realpath(join(dataDir, "postgres"));
  await backup.copy({ cluster, target: join(target, "postgres") }, copying, copyFiles);
  await copyFiles();
  for (const name of secrets) await copying.file(join(dataDir, name), join(target, name));
  await writeManifest(target, {
    format: 1,
    madeAt: new Date().toISOString(),
    api: serverVersion,
    files: copying.files,
  });
};

/** Runs work during the only backup of the running cluster, which it starts if no server runs. */
const duringBackup = async <A>(config: Config, work: (backup: ClusterBackup) => Promise<A>): Promise<A> => {
  const storage = storageOf(config, { log: () => {}, mayUseRunningServer: true, leavesSchema: true });
  await storage.start();
  try {
    const connection = storage.connection();
    if (typeof connection === "string")
      throw new Error(
        "Only the embedded database can be backed up this way. docs/operating.md says how to back up yours",
      );
    const backup = await beginBackup(connection);
    try {
      return await work(backup);
    } finally {
      await backup.end();
    }
  } finally {
    await storage.stop();
  }
};

/**
 * Copies the embedded database, files and secrets into a new folder, whether the server is running or not.
 */
export const backUp = async (config: Config, into: string): Promise<Backup> => {
  if (config.databaseUrl !== undefined)
    throw new Error(
      "The database is at DATABASE_URL: back it up with its own tools, as docs/operating.md says. This command is for the embedded one",
    );
  const { dataDir } = config;
  if (!existsSync(join(dataDir, "postgres"))) throw new Error(`There is no database in ${dataDir}`);
  const count = await duringBackup(config, async (backup) => {
    // Checked only now, because two backups into one folder would remove each other's files.
    const target = await makeTarget(into);
    const copying = copyingInto(target);
    try {
      await copyAll(config, backup, target, copying);
    } catch (error) {
      // A folder with some of the files would be refused as the target of the next attempt.
      for (const name of await readdir(target))
        await rm(join(target, name), { recursive: true, force: true });
      throw error;
    }
    return Object.keys(copying.files).length;
  });
  return {
    count,
    leftOut: [
      ...(config.secret === undefined ? [] : ["PARLEY_SECRET, which is in the environment: keep it too"]),
      ...(config.storage === "s3" ? ["files, which are in the bucket: keep its versions"] : []),
    ],
  };
};
