import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(__dirname, "../../..");

/** Builds the program if its sources are newer; the first caller builds, and the others wait for it. */
export const build = (): void => {
  execFileSync(process.execPath, [join(root, "scripts", "run.mjs"), "src/cli/parley.js", "config"], {
    stdio: "pipe",
  });
};

export const ownerPassword = "correct horse battery staple";

/** A data folder below the system's temporary folder. */
export const newDataDir = (): { path: string; remove(): void } => {
  const parent = mkdtempSync(join(tmpdir(), "parley-acceptance-"));
  chmodSync(parent, 0o711);
  return { path: join(parent, "data"), remove: () => rmSync(parent, { recursive: true, force: true }) };
};

/** An environment without inherited settings, and with a free port. */
export const environment = (dataDir: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  PARLEY_DATA_DIR: dataDir,
  PARLEY_PORT: "0",
  PARLEY_LOG_LEVEL: "error",
  ...more,
});

export const firstRealm = {
  PARLEY_REALM_NAME: "Example",
  PARLEY_OWNER_EMAIL: "owner@example.com",
  PARLEY_OWNER_NAME: "Olive Owner",
  PARLEY_OWNER_PASSWORD: ownerPassword,
};

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** The built program, running. */
export class Program {
  private output = "";
  readonly ended: Promise<Ended>;

  private constructor(readonly child: ChildProcess) {
    const take = (chunk: Buffer) => {
      this.output += chunk;
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    this.ended = new Promise((resolve) => {
      child.once("close", (code) => resolve({ code, output: this.output }));
    });
  }

  static run(
    program: "main" | "cli/parley",
    env: NodeJS.ProcessEnv,
    args: readonly string[] = [],
    cwd = root,
  ): Program {
    const file = join(root, "dist", "src", `${program}.js`);
    return new Program(
      spawn(process.execPath, [file, ...args], { env, cwd, stdio: ["ignore", "pipe", "pipe"] }),
    );
  }

  /** The server's address, as soon as it listens. */
  url(): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const url = /listens on (\S+)/.exec(this.output)?.[1];
        if (url) resolve(url);
      };
      this.child.stdout?.on("data", look);
      void this.ended.then(({ code, output }) => reject(new Error(`ended with ${code}: ${output}`)));
      look();
    });
  }

  get printed(): string {
    return this.output;
  }

  async kill(signal: NodeJS.Signals): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** Ends whatever is still running, however the test ended. */
export const endAll = async (programs: readonly Program[]): Promise<void> => {
  for (const { child, ended } of programs) {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await ended;
  }
};
