import { setTimeout as sleep } from "node:timers/promises";
import type { ToPrimary } from "./messages";

/** A worker, as the supervisor sees it. */
export interface Supervised {
  readonly pid: number | undefined;
  /** Resolves to how it ended; empty for a clean exit. */
  readonly ended: Promise<string>;
  onMessage(listener: (message: ToPrimary) => void): void;
  /** Asks it to finish its work, and to end. */
  stop(): void;
  kill(): void;
}

interface Options {
  readonly count: number;
  readonly start: (number: number) => Supervised;
  readonly log: (line: string) => void;
  /** Milliseconds that workers have for stopping. */
  readonly stopsWithin: number;
}

/** Pause before a worker is replaced, initially and at most. */
const shortestPause = 100;
const longestPause = 30_000;
/** A worker that served this long is assumed to have ended for a new reason. */
const steadyMilliseconds = 60_000;

/** Keeps the requested number of workers running. */
export class Supervisor {
  private readonly running = new Map<Supervised, number>();
  private readonly stopping = new AbortController();
  private readonly keeping: Promise<void>[] = [];

  constructor(private readonly options: Options) {}

  /**
   * Starts the first worker, and the others when it is up, so that a problem that prevents the start is reported once. Rejects
   * with that line.
   */
  async start(): Promise<void> {
    const { count } = this.options;
    await this.startNumber(1);
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => this.startNumber(index + 2)));
  }

  /** Resolves to the names of the workers that didn't end as they should. */
  async stop(): Promise<readonly string[]> {
    this.stopping.abort();
    const late = new AbortController();
    const workers = [...this.running];
    const ends = workers.map(async ([worker, number]) => {
      worker.stop();
      return (await worker.ended) === "" ? [] : [`worker ${number}`];
    });
    sleep(this.options.stopsWithin, undefined, { signal: late.signal, ref: false }).then(
      () => {
        for (const [worker] of workers) worker.kill();
      },
      () => undefined,
    );
    const left = await Promise.all(ends);
    late.abort();
    await Promise.all(this.keeping);
    return left.flat();
  }

  private async startNumber(number: number): Promise<void> {
    const worker = this.launch(number);
    await readiness(worker);
    this.keeping.push(this.keep(number, worker));
  }

  private launch(number: number): Supervised {
    const worker = this.options.start(number);
    this.running.set(worker, number);
    void worker.ended.then(() => this.running.delete(worker));
    return worker;
  }

  /** Replaces the worker whenever it ends. */
  private async keep(number: number, first: Supervised): Promise<void> {
    const { log } = this.options;
    const { signal } = this.stopping;
    let worker = first;
    for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
      const began = performance.now();
      const how = await worker.ended;
      if (signal.aborted) return;
      if (performance.now() - began > steadyMilliseconds) pause = shortestPause;
      log(
        `worker ${number} (pid ${worker.pid}) ${how ? `ended (${how})` : "exited unexpectedly"}; starting a replacement`,
      );
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      worker = this.launch(number);
      await readiness(worker).catch((error: Error) => {
        if (!signal.aborted) log(`worker ${number} doesn't start: ${error.message}`);
      });
    }
  }
}

/** Resolves when the worker serves; rejects if it can't. */
const readiness = (worker: Supervised): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.onMessage((message) => {
      if (message.kind === "ready") resolve();
      if (message.kind === "failed") reject(new Error(message.line));
    });
    void worker.ended.then((how) => reject(new Error(`a worker ended during startup: ${how}`)));
  });
