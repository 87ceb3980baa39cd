import { execFile } from "node:child_process";
import { readFile, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { codeOf } from "../../../domain/codec/caught";
import { EmbeddedPostgresError } from "./program";
import { isTemporarySocketFolder, removeSocketFolder } from "./socket-folder";

/** Whether a process is a postgres of exactly this cluster; unknown where that can't be determined. */
type Finding = "ours" | "other" | "unknown" | { readonly server: number };

/** The setting on a postgres's command line that names the process that started it. */
const serverSetting = "parley.server_pid";

/** The command-line setting that tells later starts which process started this postgres. */
export const startedByUs = (): string => `${serverSetting}=${process.pid}`;

const isPostgres = (program: string): boolean => basename(program).startsWith("postgres");

/**
 * A postgres whose parent is still the Parley that started it is in use: its parent changes when that process
 * dies.
 */
const orIsInUse = (commandLine: string, parent: number): Finding => {
  const server = Number(new RegExp(`${serverSetting}=(\\d+)`).exec(commandLine)?.[1]);
  return server === parent ? { server } : "ours";
};

const parentOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]);
};

const inspectProc = async (pid: number, cluster: string): Promise<Finding> => {
  const args = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
  if (!isPostgres(args[0] ?? "")) return "other";
  const [home, cwd] = await Promise.all([stat(cluster), stat(`/proc/${pid}/cwd`).catch(() => undefined)]);
  // A container's root may not read another user's cwd, but may read the command line.
  const isHere = cwd
    ? cwd.dev === home.dev && cwd.ino === home.ino
    : args[args.indexOf("-D") + 1] === cluster;
  return isHere ? orIsInUse(args.join(" "), await parentOf(pid)) : "other";
};

const inspectPs = async (pid: number, cluster: string): Promise<Finding> => {
  const { stdout } = await promisify(execFile)("ps", ["-ww", "-o", "ppid=,command=", "-p", `${pid}`]).catch(
    () => ({ stdout: "" }),
  );
  const [, parent = "", command = ""] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? [];
  return isPostgres(command.split(" -D ")[0] ?? "") && command.includes(` -D ${cluster} -k `)
    ? orIsInUse(command, Number(parent))
    : "other";
};

const inspect = (pid: number, cluster: string): Promise<Finding> =>
  process.platform === "linux"
    ? inspectProc(pid, cluster)
    : process.platform === "win32"
      ? Promise.resolve("unknown")
      : inspectPs(pid, cluster);

const gone = async (pid: number, cluster: string, milliseconds: number): Promise<boolean> => {
  for (const until = Date.now() + milliseconds; Date.now() < until; await sleep(5))
    if ((await inspect(pid, cluster)) !== "ours") return true;
  return false;
};

/** Fast shutdown, then immediate; the caller has proved what the process is. */
const stop = async (pid: number, cluster: string): Promise<void> => {
  for (const [signal, patience] of [
    ["SIGINT", 20_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) !== "ESRCH")
        throw new EmbeddedPostgresError(
          `A PostgreSQL (pid ${pid}) runs in ${cluster} and Parley may not stop it`,
        );
    }
    if (await gone(pid, cluster, patience)) return;
  }
  throw new EmbeddedPostgresError(
    `A PostgreSQL (pid ${pid}) runs in ${cluster} and doesn't stop: kill it and start again`,
  );
};

/**
 * Stops the postgres that a killed Parley left running here; refuses if its Parley is alive. Returns the
 * environment for the next postgres: PostgreSQL ignores a live process named by postmaster.pid only if an
 * environment variable says that it isn't a postgres. The file stays, because PostgreSQL checks its shared
 * memory itself.
 */
export const stopLeftover = async (
  cluster: string,
  log: (line: string) => void,
): Promise<Record<string, string>> => {
  const file = join(cluster, "postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return {};
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid === 0) {
    await rm(file);
    return {};
  }
  // A negative pid means that the cluster is open in single-user mode. PostgreSQL reports that itself.
  const finding = pid < 0 ? "unknown" : await inspect(pid, cluster);
  if (finding === "unknown") return {};
  if (typeof finding === "object")
    throw new EmbeddedPostgresError(`${cluster} is in use by another Parley (pid ${finding.server})`);
  if (finding === "ours") {
    await stop(pid, cluster);
    log(`Stopped the PostgreSQL (pid ${pid}) that an earlier Parley left running in ${cluster}`);
  }
  const socketFolder = lines[4] ?? "";
  if (isTemporarySocketFolder(socketFolder)) await removeSocketFolder(socketFolder);
  return { PG_GRANDPARENT_PID: `${pid}` };
};
