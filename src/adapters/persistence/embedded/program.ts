import { type ChildProcess, spawn } from "node:child_process";

/** A start that can't go on. Its message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}

/** The system account that PostgreSQL runs as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** What to start, and as whom. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly account?: Account;
  readonly env?: Readonly<Record<string, string>>;
}

// Not Parley's own environment: it holds secrets, and PG* variables that would change what runs.
// Windows needs its own for sockets.
const environment = (more: Program["env"]): NodeJS.ProcessEnv =>
  process.platform === "win32"
    ? { ...process.env, ...more }
    : {
        PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        LC_ALL: "C",
        TZ: "UTC",
        ...more,
      };

/** Starts a program in a session of its own, so that the terminal's Ctrl-C reaches Parley only. */
export const spawnProgram = ({ file, args, account, env }: Program): ChildProcess =>
  spawn(file, args, {
    env: environment(env),
    detached: process.platform !== "win32",
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...(process.platform === "win32" ? {} : { cwd: "/" }),
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });

/** How a program ended and what it said. */
interface Outcome {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end; it doesn't outlive an exit of ours. Never rejects. */
export const run = (program: Program): Promise<Outcome> =>
  new Promise((resolve) => {
    const said = { stdout: "", stderr: "" };
    const child = spawnProgram(program);
    const kill = () => void child.kill("SIGTERM");
    const end = (ok: boolean, problem = "") => {
      process.removeListener("exit", kill);
      resolve({ ok, stdout: said.stdout, stderr: said.stderr + problem });
    };
    process.on("exit", kill);
    for (const stream of ["stdout", "stderr"] as const)
      child[stream]?.setEncoding("utf8").on("data", (text: string) => {
        said[stream] += text;
      });
    child.on("error", (error) => end(false, error.message));
    child.on("close", (code) => end(code === 0));
  });

// Without what PostgreSQL's log puts before the severity.
const bare = (line: string): string =>
  line.replace(/^.*?\b(?=(FATAL|PANIC|ERROR|DETAIL|initdb: error): )/, "");

/** The line that says why: the first error (later ones follow from it) with its detail, else the last line. */
export const tellingLine = (lines: readonly string[]): string => {
  const said = lines.map((line) => bare(line.trim())).filter((line) => line !== "");
  const at = said.findIndex((line) => /^(FATAL|PANIC|ERROR|initdb: error): |\berror: /.test(line));
  const detail = said.slice(at + 1, at + 2).filter((line) => line.startsWith("DETAIL: "));
  return at < 0 ? (said.at(-1) ?? "no output") : [said[at], ...detail].join(" ");
};
