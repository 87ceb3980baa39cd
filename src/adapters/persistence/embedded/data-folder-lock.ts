import { spawn } from "node:child_process";
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
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

const inUse = (folder: string, file: string): EmbeddedPostgresError => {
  let pid = "";
  try {
    pid = readFileSync(file, "utf8").trim();
  } catch {
    // Windows lets nobody read a locked file.
  }
  return new EmbeddedPostgresError(
    `The data folder ${folder} is in use by another Parley${/^\d+$/.test(pid) ? ` (pid ${pid})` : ""}`,
  );
};

const open = (folder: string, file: string, flag: number): number => {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT | flag, 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (flag !== 0 && (code === "EAGAIN" || code === "EBUSY")) throw inUse(folder, file);
    throw new EmbeddedPostgresError(`The data folder ${folder} can't be locked: ${message}`);
  }
};

/** Takes the folder for this process, or says who has it. */
export const lockDataFolder = async (folder: string): Promise<DataFolderLock> => {
  const file = join(folder, "parley.lock");
  const flag = openLocked[process.platform] ?? 0;
  const fd = open(folder, file, flag);
  const result = flag === 0 ? await flock(fd) : "taken";
  if (result !== "taken") {
    closeSync(fd);
    if (result === "held") throw inUse(folder, file);
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
