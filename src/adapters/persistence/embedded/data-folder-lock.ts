import { spawn } from "node:child_process";
import { closeSync, constants, ftruncateSync, openSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, messageOf } from "../../../domain/codec/caught";
import { isAlive } from "./is-alive";
import { EmbeddedPostgresError, errorLine } from "./program";

/** Held while one Parley uses a data folder. */
interface DataFolderLock {
  release(): void;
}

// open(2) of the BSDs, and libuv on Windows, can lock while opening; Node has no names for these flags.
const openLocked: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | constants.O_NONBLOCK,
  win32: 0x10000000,
};

/**
 * Locks the open file with flock(1), which inherits it: the lock belongs to the open file, so it outlives
 * flock, and the kernel drops it when this process ends in any way.
 */
const flock = (fd: number): Promise<"taken" | "held" | { problem: string }> =>
  new Promise((resolve) => {
    let output = "";
    const child = spawn("flock", ["-n", "-x", "3"], { stdio: ["ignore", "ignore", "pipe", fd] });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.on("error", () => resolve({ problem: "the program flock isn't there; it comes with util-linux" }));
    child.on("close", (code) =>
      resolve(code === 0 ? "taken" : output === "" ? "held" : { problem: errorLine(output.split("\n")) }),
    );
  });

const holder = async (file: string): Promise<number | undefined> => {
  // The new holder of a killed process's lock may not have written its pid yet.
  for (let tries = 0; tries < 40; tries++, await sleep(5)) {
    // Windows doesn't let other processes read a locked file.
    const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
    if (pid > 0 && isAlive(pid)) return pid;
  }
  return undefined;
};

const fileIn = (folder: string): string => join(folder, "parley.lock");

const inUse = async (folder: string): Promise<EmbeddedPostgresError> => {
  const pid = await holder(fileIn(folder));
  return new EmbeddedPostgresError(
    `The data folder ${folder} is in use by another Parley${pid === undefined ? "" : ` (pid ${pid})`}`,
  );
};

/** Opens what is locked: the folder itself, which nobody removes by mistake, or the file with our pid. */
const openLockable = async (folder: string, path: string, flags: number): Promise<number> => {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EAGAIN" || code === "EBUSY") throw await inUse(folder);
    throw new EmbeddedPostgresError(`The data folder ${folder} can't be locked: ${messageOf(error)}`);
  }
};

/** Locks an open file or folder, unless opening has; returns the problem if it can't be locked. */
const take = async (folder: string, fd: number): Promise<string | undefined> => {
  const result = process.platform in openLocked ? "taken" : await flock(fd);
  if (result === "taken") return undefined;
  closeSync(fd);
  if (result === "held") throw await inUse(folder);
  return result.problem;
};

/**
 * Locks the folder itself: that lock survives the deletion of the file. Undefined where that is impossible:
 * on Windows, which doesn't let anybody delete the locked file, and on NFS, which can't lock folders.
 */
const lockFolder = async (folder: string): Promise<number | undefined> => {
  if (process.platform === "win32") return undefined;
  const fd = await openLockable(folder, folder, constants.O_RDONLY | (openLocked[process.platform] ?? 0));
  return (await take(folder, fd)) === undefined ? fd : undefined;
};

const lockFile = async (folder: string): Promise<number> => {
  const flags = constants.O_RDWR | constants.O_CREAT | (openLocked[process.platform] ?? 0);
  const fd = await openLockable(folder, fileIn(folder), flags);
  const problem = await take(folder, fd);
  if (problem !== undefined)
    throw new EmbeddedPostgresError(`The data folder ${folder} can't be locked: ${problem}`);
  return fd;
};

/** Locks the folder for this process, or names the process that holds it. */
export const lockDataFolder = async (folder: string): Promise<DataFolderLock> => {
  const held = await lockFolder(folder);
  try {
    const fd = await lockFile(folder);
    ftruncateSync(fd);
    writeSync(fd, `${process.pid}\n`, 0);
    return {
      // Keeps the file: removing it would let two processes lock two files of one name.
      release: () => {
        ftruncateSync(fd);
        closeSync(fd);
        if (held !== undefined) closeSync(held);
      },
    };
  } catch (error) {
    if (held !== undefined) closeSync(held);
    throw error;
  }
};
