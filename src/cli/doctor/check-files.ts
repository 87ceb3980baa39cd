import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { FileStore } from "../../application/ports/files/file-store";
import { withTimeout } from "../../application/with-timeout";
import { openFiles } from "../../composition/adapters/files";
import { filesFolder, foreignFolder } from "../../composition/components/other-nodes";
import type { Config } from "../../config/config";
import type { FolderUse } from "./check-nodes";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding";

/** Milliseconds. */
const usualPatience = 20_000;

const roundTrip = async (store: FileStore, ending: AbortSignal): Promise<void> => {
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
    if (!ending.aborted) await store.remove(key).catch(() => undefined);
  }
};

const nearestPresent = (path: string): string => (existsSync(path) ? path : nearestPresent(dirname(path)));

/** Says why the folder of files, which the first upload creates, can't be created. */
const problemOfAbsent = async (folder: string): Promise<Finding | undefined> => {
  const present = nearestPresent(resolve(folder));
  try {
    // Permissions alone don't tell: nobody can create folders in /proc, or on a disk that is mounted read-only.
    await rmdir(await mkdtemp(join(present, "parley-doctor-")));
  } catch (error) {
    return broken("Files", `the folder ${folder} can't be created: ${reasonOf(error)}`);
  }
  return undefined;
};

const problemOf = async (place: string, config: Config, patience: number): Promise<Finding | undefined> => {
  const ending = new AbortController();
  try {
    const { store, close } = await openFiles(config, config.storage);
    // What still waits for an answer would keep the command from ending.
    ending.signal.addEventListener("abort", close);
    await withTimeout("no answer", patience, roundTrip(store, ending.signal));
  } catch (error) {
    return broken("Files", `${place} can't be used: ${reasonOf(error)}`);
  } finally {
    ending.abort();
  }
  return undefined;
};

/** Whether files can be written, read and deleted, and whether all nodes have the same. */
export const checkFiles = async (
  config: Config,
  use: FolderUse,
  patience = usualPatience,
): Promise<Finding> => {
  const folder = filesFolder(config);
  const isOnDisk = config.storage === "disk";
  const place = isOnDisk ? `the folder ${folder}` : `the bucket ${config.s3Bucket}`;
  const isAbsent = isOnDisk && !existsSync(folder);
  const problem = await (isAbsent ? problemOfAbsent(folder) : problemOf(place, config, patience));
  if (problem !== undefined) return problem;
  const state = isAbsent ? `the first upload creates ${place}` : `${place} can write, read and delete a file`;
  if (!isOnDisk || config.databaseUrl === undefined) return fine("Files", state);
  if (use === "foreign") return broken("Files", foreignFolder(folder));
  return use === "known"
    ? fine(
        "Files",
        `${state}, and it is the database's folder. Run doctor on the other nodes to see whether it is theirs too`,
      )
    : doubtful("Files", `${state}. Several nodes need PARLEY_STORAGE=s3, or one shared folder`);
};
