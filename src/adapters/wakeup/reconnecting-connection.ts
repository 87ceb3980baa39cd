import { setTimeout as sleep } from "node:timers/promises";
import { withTimeout } from "../../application/with-timeout";
import type { BusConnection } from "./bus";

/** Pause between attempts, initially and at most. */
const reconnectMilliseconds = 500;
const longestMilliseconds = 4000;
/** How often the connection is checked, and how long it may take to answer. */
const checkMilliseconds = 2000;
const answerMilliseconds = 3000;
/** How long a start waits for the first connection. An unavailable bus holds nobody up. */
const firstMilliseconds = 2000;

interface Options {
  /** Resolves once the connection receives. */
  readonly connect: () => Promise<BusConnection>;
  readonly onError: (error: unknown) => void;
  /** Called each time receiving begins on a new connection. */
  readonly connected: () => void;
}

const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
};

/** A connection that is checked every few seconds and replaced when it fails. */
export class ReconnectingConnection {
  private readonly closing = new AbortController();
  private keeping: Promise<void> = Promise.resolve();
  private connection: BusConnection | undefined;

  constructor(private readonly options: Options) {}

  /** The connection, while there is one. */
  get current(): BusConnection | undefined {
    return this.connection;
  }

  /** Connects, and stays connected. Resolves when the first attempt ends or takes too long. */
  async open(): Promise<void> {
    const first = this.connect();
    this.keeping = this.keep(first);
    await Promise.race([first, pause(firstMilliseconds, this.closing.signal)]);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.keeping;
  }

  private async keep(first: Promise<void>): Promise<void> {
    const { signal } = this.closing;
    await first;
    for (let wait = reconnectMilliseconds; ; ) {
      if (this.connection !== undefined) wait = reconnectMilliseconds;
      await this.watch();
      await pause(wait, signal);
      wait = Math.min(2 * wait, longestMilliseconds);
      if (signal.aborted) return;
      await this.connect();
    }
  }

  private async connect(): Promise<void> {
    try {
      this.connection = await this.options.connect();
      this.options.connected();
    } catch (error) {
      this.options.onError(error);
    }
  }

  /** Resolves when the connection has failed or is no longer wanted, and is closed. */
  private async watch(): Promise<void> {
    const { connection } = this;
    if (connection === undefined) return;
    const ended = new AbortController();
    void connection.ended.then(() => ended.abort());
    const over = AbortSignal.any([this.closing.signal, ended.signal]);
    for (;;) {
      await pause(checkMilliseconds, over);
      if (over.aborted) break;
      try {
        await withTimeout("The wake-up bus didn't answer", answerMilliseconds, connection.check());
      } catch (error) {
        if (!over.aborted) this.options.onError(error);
        break;
      }
    }
    this.connection = undefined;
    await connection.close();
  }
}
