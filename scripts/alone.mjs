import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** The pid that holds the lock; undefined if its process is gone. */
const holderOf = (folder) => {
  try {
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    return isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
};

const take = (folder) => {
  const own = `${folder}.${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "pid"), String(process.pid));
  try {
    // A rename can't replace a folder that has a file in it.
    renameSync(own, folder);
    return true;
  } catch {
    rmSync(own, { recursive: true, force: true });
    return false;
  }
};

/** Runs the work while no other process works under this lock. A lock whose process is gone is ignored. */
export const alone = async (folder, work) => {
  mkdirSync(dirname(folder), { recursive: true });
  while (!take(folder)) {
    if (holderOf(folder) === undefined) rmSync(folder, { recursive: true, force: true });
    else await sleep(100);
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
