import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const startMilliseconds = 60_000;
const mostTries = 5;
const restartMilliseconds = 500;
const mostOutput = 20_000;

/** One server process of several. */
export class ChaosNode {
  private child: ChildProcess | undefined;
  private output = "";
  private wanted = false;
  /** Where it listens; undefined while it is down. */
  url: string | undefined;
  /** How often it failed before it listened. */
  failedStarts = 0;
  /** Its last output if it ended unexpectedly. */
  ended: string | undefined;
  /** What it logged about failed requests, by the id that callers get. */
  private readonly failed = new Map<string, string>();

  constructor(
    readonly name: string,
    /** The built server that the next start runs. */
    public program: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Starts it like a supervisor: again if it fails because of the database. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        return await this.launch();
      } catch (error) {
        if (tries === mostTries) throw error;
        this.failedStarts += 1;
        await sleep(restartMilliseconds);
      }
  }

  /** Runs the built server and waits until it listens. */
  private async launch(): Promise<void> {
    const child = spawn(process.execPath, [this.program], {
      env: { PATH: process.env.PATH, ...this.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    this.wanted = true;
    this.output = "";
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${this.name} doesn't listen`)), startMilliseconds);
      const take = (chunk: Buffer) => {
        this.output = (this.output + chunk).slice(-mostOutput);
        for (const [line, id] of this.output.matchAll(/^.*"requestId":"([\w-]+)".*$/gm))
          this.failed.set(id ?? "", line);
        const url = /listens on (\S+)/.exec(this.output)?.[1];
        if (url === undefined || this.url !== undefined) return;
        this.url = url;
        clearTimeout(late);
        resolve();
      };
      child.stdout?.on("data", take);
      child.stderr?.on("data", take);
      child.once("exit", (code, signal) => {
        clearTimeout(late);
        const line = `${this.name} ended with ${signal ?? code}: ${this.output.slice(-2000)}`;
        if (this.wanted && this.url !== undefined) this.ended = line;
        this.url = undefined;
        reject(new Error(line));
      });
    });
  }

  /** Kills it, like a power cut. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** Stops it cleanly. */
  async stop(): Promise<void> {
    await this.end("SIGTERM");
  }

  /** What it logged about a request answered with 500, by the id in the answer. */
  logged(answer: string): string | undefined {
    return this.failed.get(/request ([\w-]+)/.exec(answer)?.[1] ?? "");
  }

  freeze(): void {
    this.child?.kill("SIGSTOP");
  }

  thaw(): void {
    this.child?.kill("SIGCONT");
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.wanted = false;
    this.url = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill(signal);
    await ended;
  }
}
