import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const done = "-- the block has ended --";

const start = (command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess =>
  // A separate process group, as a terminal gives to what it runs.
  spawn(command, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "ignore"] });

/** Resolves as soon as the pattern is printed, with the output so far; fails when the program ends first. */
const printedBy = (child: ChildProcess, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = "";
    const take = (chunk: Buffer) => {
      output += chunk;
      if (!pattern.test(output)) return;
      child.stdout?.off("data", take);
      child.off("close", fail);
      resolve(output);
    };
    const fail = (code: number | null) => reject(new Error(`ended with ${code}: ${output}`));
    if (child.exitCode !== null) return fail(child.exitCode);
    child.stdout?.on("data", take);
    child.once("close", fail);
  });

/** Two terminals in a folder, as a reader of a page has them: one for the server, one for commands. */
export class Terminals {
  private readonly scripts = mkdtempSync(join(tmpdir(), "parley-terminal-"));
  private readonly shell: ChildProcess;
  private server: { child: ChildProcess; ended: Promise<unknown> } | undefined;

  constructor(
    private readonly folder: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.shell = start("bash", ["-e", "-o", "pipefail"], folder, env);
  }

  /** Runs a block in the shell, which keeps its variables, and returns what it prints. Fails when a command does. */
  async run(language: "sh" | "js", source: string): Promise<string> {
    const file = join(this.scripts, `block.${language}`);
    writeFileSync(file, `${source}\n`);
    const printed = printedBy(this.shell, new RegExp(`^${done}$`, "m"));
    const run = language === "sh" ? `. ${file} < /dev/null` : `node < ${file}`;
    this.shell.stdin?.write(`${run} 2>&1\necho; echo '${done}'\n`);
    return (await printed).replace(new RegExp(`\\n${done}\\n$`), "");
  }

  /** Runs the command that starts the server in its own terminal, after Ctrl-C to one that runs there. */
  async serve(command: string): Promise<void> {
    await this.interrupt();
    const child = start("bash", ["-c", `${command} 2>&1`], this.folder, this.env);
    this.server = { child, ended: new Promise((resolve) => child.once("close", resolve)) };
    await printedBy(child, /listens on \S+/);
  }

  private async interrupt(): Promise<void> {
    if (this.server === undefined) return;
    const { child, ended } = this.server;
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGINT");
    await ended;
    this.server = undefined;
  }

  /** Ends everything that runs here, even a block that hangs. */
  async close(): Promise<void> {
    if (this.shell.pid !== undefined && this.shell.exitCode === null)
      process.kill(-this.shell.pid, "SIGTERM");
    await this.interrupt();
    rmSync(this.scripts, { recursive: true });
  }
}
