import { type ChildProcess, spawn } from "node:child_process";

/** A failed start. Its message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}

/** The system account that runs PostgreSQL. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** What to start, and as which account. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly account?: Account;
  readonly env?: Readonly<Record<string, string>>;
}

// PostgreSQL doesn't inherit Parley's environment, which holds secrets and PG* variables that would affect it. On
// Windows it must, because sockets need some of the variables there.
const environment = (more: Program["env"]): NodeJS.ProcessEnv =>
  process.platform === "win32"
    ? { ...process.env, ...more }
    : {
        PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        LC_ALL: "C",
        TZ: "UTC",
        ...more,
      };

/** Starts a program in a session of its own, so that the terminal's Ctrl-C reaches only Parley. */
export const spawnProgram = ({ file, args, account, env }: Program): ChildProcess =>
  spawn(file, args, {
    env: environment(env),
    detached: process.platform !== "win32",
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...(process.platform === "win32" ? {} : { cwd: "/" }),
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });

/** A program's exit and its output. */
interface Outcome {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end; it doesn't outlive this process. Never rejects. */
export const run = (program: Program): Promise<Outcome> =>
  new Promise((resolve) => {
    const output = { stdout: "", stderr: "" };
    const child = spawnProgram(program);
    const kill = () => void child.kill("SIGTERM");
    const end = (ok: boolean, problem = "") => {
      process.removeListener("exit", kill);
      resolve({ ok, stdout: output.stdout, stderr: output.stderr + problem });
    };
    process.on("exit", kill);
    for (const stream of ["stdout", "stderr"] as const)
      child[stream]?.setEncoding("utf8").on("data", (text: string) => {
        output[stream] += text;
      });
    child.on("error", (error) => end(false, error.message));
    child.on("close", (code) => end(code === 0));
  });

// Strips the prefix of PostgreSQL's log before the severity.
const bare = (line: string): string =>
  line.replace(/^.*?\b(?=(FATAL|PANIC|ERROR|DETAIL|initdb: error): )/, "");

/**
 * The line that states the reason: the first error (later ones follow from it) with its detail, or the last
 * line.
 */
export const errorLine = (lines: readonly string[]): string => {
  const output = lines.map((line) => bare(line.trim())).filter((line) => line !== "");
  const at = output.findIndex((line) => /^(FATAL|PANIC|ERROR|initdb: error): |\berror: /.test(line));
  const detail = output.slice(at + 1, at + 2).filter((line) => line.startsWith("DETAIL: "));
  return at < 0 ? (output.at(-1) ?? "no output") : [output[at], ...detail].join(" ");
};
