import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type Connection, driverSettings } from "../persistence/knex/database";

const connectMilliseconds = 5000;
const reconnectMilliseconds = 500;
/** How often the connection is asked whether it still works, and how long it may take to answer. */
const checkMilliseconds = 2000;
const answerMilliseconds = 3000;
const goodbyeMilliseconds = 1000;

interface Options {
  readonly topic: string;
  readonly onError: (error: unknown) => void;
  readonly hear: (payload: string) => void;
  /** Called each time that listening begins, on a new connection. */
  readonly connected: () => void;
}

/** Runs a statement, and rejects if no answer comes in time: a connection whose other end vanished is silent. */
const ask = (client: Client, statement: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`The LISTEN connection did not answer within ${answerMilliseconds} ms`)),
      answerMilliseconds,
    );
    client
      .query(statement)
      .then(() => resolve(), reject)
      .finally(() => clearTimeout(late));
  });

/** Closes a connection. With a statement under way pg drops it; else it says goodbye, which may go unheard. */
const end = async (client: Client): Promise<void> => {
  const waited = sleep(goodbyeMilliseconds, undefined, { ref: false });
  await Promise.race([client.end().catch(() => undefined), waited]);
};

const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
};

/** A connection that listens for notifications. It is checked every few seconds and made anew when it fails. */
export class ListenConnection {
  private readonly closing = new AbortController();
  private listening: Promise<void> = Promise.resolve();

  constructor(
    private readonly connection: Connection,
    private readonly options: Options,
  ) {}

  /** Listens from now on. Rejects if the first connection can't be made. */
  async open(): Promise<void> {
    const first = await this.connect();
    this.listening = this.keep(first);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.listening;
  }

  private async keep(first: Client): Promise<void> {
    const { signal } = this.closing;
    await this.watch(first);
    while (!signal.aborted) {
      await pause(reconnectMilliseconds, signal);
      if (signal.aborted) return;
      try {
        await this.watch(await this.connect());
      } catch (error) {
        this.options.onError(error);
      }
    }
  }

  private async connect(): Promise<Client> {
    const { connection } = this;
    const { topic, hear, onError, connected } = this.options;
    const client = new Client({
      ...driverSettings(connection),
      connectionTimeoutMillis: connectMilliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: checkMilliseconds,
    });
    client.on("error", onError);
    client.on("notification", ({ payload }) => hear(payload ?? ""));
    try {
      await client.connect();
      await ask(client, `LISTEN ${topic}`);
      connected();
      return client;
    } catch (error) {
      await end(client);
      throw error;
    }
  }

  /** Resolves when the connection has failed or is no longer wanted, and is closed. */
  private async watch(client: Client): Promise<void> {
    const ended = new AbortController();
    client.once("end", () => ended.abort());
    const over = AbortSignal.any([this.closing.signal, ended.signal]);
    for (;;) {
      await pause(checkMilliseconds, over);
      if (over.aborted) break;
      try {
        await ask(client, "SELECT 1");
      } catch (error) {
        if (!over.aborted) this.options.onError(error);
        break;
      }
    }
    await end(client);
  }
}
