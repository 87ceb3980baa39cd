import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its first answer, in milliseconds. */
  readonly startedIn: number;
  stop(): Promise<void>;
  /** Kills it, like a power cut. An embedded database runs on until the next start on the same data. */
  kill(): Promise<void>;
}

const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      const url = /listens on (\S+)/.exec(output)?.[1];
      if (url) resolve(url);
    });
    child.once("exit", (code) => reject(new Error(`exited with ${code}: ${output}`)));
  });

/** What bin/memory-settings.mjs, the image and the unit for systemd set, too. */
const memorySettings = {
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_ARENA_MAX: "1",
  NODE_OPTIONS: "--max-semi-space-size=16",
};

/** Starts a compiled program and waits until it says where it listens. */
export const startProcess = async (
  program: string,
  environment: NodeJS.ProcessEnv,
): Promise<ServerProcess> => {
  const began = performance.now();
  const child = spawn(process.execPath, [join(__dirname, "..", program)], {
    env: { ...process.env, ...memorySettings, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const endBy = (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    return exited;
  };
  const url = await listening(child);
  await fetch(`${url}/health`);
  return {
    url,
    pid: child.pid ?? 0,
    startedIn: performance.now() - began,
    stop: () => endBy("SIGTERM"),
    kill: () => endBy("SIGKILL"),
  };
};
