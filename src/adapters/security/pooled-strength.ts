import { join } from "node:path";
import { Piscina } from "piscina";
import type { PasswordStrength } from "../../application/ports/login/password-strength";
import type { StrengthTask } from "./strength-worker";

interface ThreadOptions {
  /** The script the thread runs. */
  readonly worker: string;
  /** Node's options for the script. */
  readonly execArgv: readonly string[];
}

const defaults: ThreadOptions = { worker: join(__dirname, "strength-worker.js"), execArgv: [] };

/** How long the word lists stay in memory after a password was last estimated, in milliseconds. */
const idleTimeout = 60_000;

/** An estimate that may own a thread. */
export interface ClosableStrength extends PasswordStrength {
  /** Ends the thread once it is idle. */
  close(): Promise<void>;
}

/**
 * Estimates in a thread of its own: loading the word lists takes a third of a second, and a password crafted to be slow takes
 * almost a second. One is estimated at a time.
 */
export const pooledStrength = (options: Partial<ThreadOptions> = {}): ClosableStrength => {
  const { worker, execArgv } = { ...defaults, ...options };
  let made: Piscina<StrengthTask, number> | undefined;
  return {
    guessesFor: (password, known) => {
      made ??= new Piscina({
        filename: worker,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout,
        execArgv: [...execArgv],
        // Enough for one list of words at a time, and for the slowest password.
        resourceLimits: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 2 },
      });
      return made.run({ password, known });
    },
    close: async () => made?.close(),
  };
};
