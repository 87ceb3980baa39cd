import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { withTimeout } from "../../application/with-timeout";
import { openFiles } from "../../composition/adapters/files";
import type { Config } from "../../config/config";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding";

const patience = 20_000;

const roundTrip = async (config: Config): Promise<void> => {
  const { store, close } = await openFiles(config, config.storage);
  const key = `doctor/${randomUUID()}`;
  const content = Buffer.from(`Parley's doctor, ${key}`);
  try {
    await store.put(
      key,
      (async function* () {
        yield content;
      })(),
    );
    const pieces: Uint8Array[] = [];
    for await (const piece of (await store.open(key)) ?? []) pieces.push(piece);
    if (!Buffer.concat(pieces).equals(content))
      throw new Error("the content read differs from the content written");
    await store.remove(key);
    if ((await store.stat(key)) !== undefined) throw new Error("a deleted file still exists");
  } finally {
    await store.remove(key).catch(() => undefined);
    close();
  }
};

const nearestPresent = (path: string): string => (existsSync(path) ? path : nearestPresent(dirname(path)));

/** Whether the folder of files can be created, which the first upload does. */
const checkAbsent = async (folder: string): Promise<Finding> => {
  const present = nearestPresent(resolve(folder));
  try {
    // Permissions alone don't tell: nobody can create folders in /proc, or on a disk that is mounted read-only.
    await rmdir(await mkdtemp(join(present, "parley-doctor-")));
  } catch (error) {
    return broken("Files", `the folder ${folder} can't be created: ${reasonOf(error)}`);
  }
  return fine("Files", `the first upload creates the folder ${folder}`);
};

/** Whether files can be written, read and deleted. */
export const checkFiles = async (config: Config): Promise<Finding> => {
  const place =
    config.storage === "s3" ? `the bucket ${config.s3Bucket}` : `the folder ${config.dataDir}/files`;
  const folder = join(config.dataDir, "files");
  if (config.storage === "disk" && !existsSync(folder)) return checkAbsent(folder);
  try {
    await withTimeout("no answer", patience, roundTrip(config));
  } catch (error) {
    return broken("Files", `${place} can't be used: ${reasonOf(error)}`);
  }
  return config.storage === "disk" && config.databaseUrl !== undefined
    ? doubtful("Files", `${place} works. Several nodes need PARLEY_STORAGE=s3, or one shared folder`)
    : fine("Files", `${place} can write, read and delete a file`);
};
