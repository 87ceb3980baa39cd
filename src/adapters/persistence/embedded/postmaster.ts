import { type ChildProcess, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError, errorLine, type Program, spawnProgram } from "./program";

/** A postgres that accepts connections. */
export interface Postmaster {
  /** Resolves if it ends on its own, with the line that states the reason. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

/** What to start, and where. */
export interface PostmasterPlan {
  readonly program: Program;
  readonly cluster: string;
  readonly pgCtl: string;
  readonly log: (line: string) => void;
}

// ChildProcess.kill never signals a process that has already exited and whose pid may have been reused.
const sendSignal = (child: ChildProcess, signal: "SIGINT" | "SIGQUIT" | "SIGKILL", pgCtl: string): void => {
  if (process.platform !== "win32") child.kill(signal);
  else spawnSync(pgCtl, ["kill", signal.slice(3), `${child.pid}`], { windowsHide: true });
};

/**
 * Checks what pg_ctl waits for: the last line of postmaster.pid. The log may be configured to stay silent.
 */
const isReady = async (cluster: string, pid: number): Promise<boolean> => {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  return lines[0]?.trim() === `${pid}` && lines[7]?.trim() === "ready";
};

/** Starts a postgres and waits until it accepts connections. */
export const startPostmaster = async ({
  program,
  cluster,
  pgCtl,
  log,
}: PostmasterPlan): Promise<Postmaster> => {
  const child = spawnProgram(program);
  const last: string[] = [];
  if (child.stderr)
    createInterface({ input: child.stderr }).on("line", (line) => {
      if (last.push(line) > 50) last.shift();
      log(line);
    });
  child.stdout?.resume();
  let running = true;
  const ended = new Promise<string>((resolve) => {
    const end = (how: string) => {
      running = false;
      resolve(how);
    };
    child.on("error", (error) => end(error.message));
    child.on("close", (code, signal) => end(signal ?? `exit code ${code}`));
  });
  const { pid } = child;
  const interrupt = () => {
    if (running) sendSignal(child, "SIGINT", pgCtl);
  };
  process.on("exit", interrupt);
  void ended.then(() => process.removeListener("exit", interrupt));

  while (running && pid !== undefined && !(await isReady(cluster, pid))) await sleep(3);
  if (!running || pid === undefined)
    throw new EmbeddedPostgresError(
      `PostgreSQL doesn't start in ${cluster} (${await ended}): ${errorLine(last)}`,
    );

  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    for (const [signal, patience] of [
      ["SIGINT", 20_000],
      ["SIGQUIT", 10_000],
      ["SIGKILL", 10_000],
    ] as const) {
      if (!running) return;
      sendSignal(child, signal, pgCtl);
      await Promise.race([ended, sleep(patience, undefined, { ref: false })]);
    }
  };
  const exited = new Promise<string>((resolve) => {
    void ended.then((how) => {
      if (stopping) return;
      const line = `PostgreSQL in ${cluster} has ended on its own (${how}); its last line: ${last.at(-1) ?? "nothing"}`;
      log(line);
      resolve(line);
    });
  });
  return {
    exited,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
};
