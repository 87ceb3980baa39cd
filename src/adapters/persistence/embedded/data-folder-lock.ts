import { spawn } from "node:child_process";
import { closeSync, constants, ftruncateSync, openSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError, tellingLine } from "./program";

/** Held while one Parley uses a data folder. */
interface DataFolderLock {
  release(): void;
}

// open(2) of the BSDs and libuv on Windows lock as they open; Node has no names for these flags.
const openLocked: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | constants.O_NONBLOCK,
  win32: 0x10000000,
};

/**
 * Locks the open file by flock(1), which shares it: the lock is the open file's, so it stays ours when
 * flock has ended, and the kernel drops it with our process, however that ends.
 */
const flock = (fd: number): Promise<"taken" | "held" | { problem: string }> =>
  new Promise((resolve) => {
    let said = "";
    const child = spawn("flock", ["-n", "-x", "3"], { stdio: ["ignore", "ignore", "pipe", fd] });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    child.on("error", () => resolve({ problem: "the program flock isn't there; it comes with util-linux" }));
    child.on("close", (code) =>
      resolve(code === 0 ? "taken" : said === "" ? "held" : { problem: tellingLine(said.split("\n")) }),
    );
  });

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

const holder = async (file: string): Promise<number | undefined> => {
  // Who just took the lock of a killed process may not have written its own pid yet.
  for (let tries = 0; tries < 10; tries++, await sleep(5)) {
    // Windows lets nobody read a locked file.
    const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
    if (pid > 0 && isAlive(pid)) return pid;
  }
  return undefined;
};

const inUse = async (folder: string, file: string): Promise<EmbeddedPostgresError> => {
  const pid = await holder(file);
  return new EmbeddedPostgresError(
    `The data folder ${folder} is in use by another Parley${pid === undefined ? "" : ` (pid ${pid})`}`,
  );
};

const open = async (folder: string, file: string, flag: number): Promise<number> => {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT | flag, 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (flag !== 0 && (code === "EAGAIN" || code === "EBUSY")) throw await inUse(folder, file);
    throw new EmbeddedPostgresError(`The data folder ${folder} can't be locked: ${message}`);
  }
};

/** Takes the folder for this process, or says who has it. */
export const lockDataFolder = async (folder: string): Promise<DataFolderLock> => {
  const file = join(folder, "parley.lock");
  const flag = openLocked[process.platform] ?? 0;
  const fd = await open(folder, file, flag);
  const result = flag === 0 ? await flock(fd) : "taken";
  if (result !== "taken") {
    closeSync(fd);
    if (result === "held") throw await inUse(folder, file);
    throw new EmbeddedPostgresError(`The data folder ${folder} can't be locked: ${result.problem}`);
  }
  ftruncateSync(fd);
  writeSync(fd, `${process.pid}\n`, 0);
  return {
    // The file stays: to remove it would let two processes lock two files of one name.
    release: () => {
      ftruncateSync(fd);
      closeSync(fd);
    },
  };
};
