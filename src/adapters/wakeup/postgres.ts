import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { Client } from "pg";
import type { Wakeup } from "../../application/ports/wakeup";
import type { Signal } from "../../domain/signal";
import { type Connection, driverSettings } from "../persistence/knex/database";

const topic = "parley_log";
/** Announcements within this time go out as one: a listener needs only the newest position. */
const gatherMilliseconds = 10;
const reconnectMilliseconds = 1000;
/** PostgreSQL takes payloads of fewer than 8000 bytes; this leaves room for what is around the signals. */
const mostBytes = 7800;

/** What one process tells the others. */
interface News {
  readonly from: string;
  readonly grown: readonly (readonly [realmId: number, position: number])[];
  readonly signals: readonly (readonly [realmId: number, signal: Signal])[];
}

/** Wakes other processes on the same database by NOTIFY: it tells positions, and signals that are in no log. */
export const postgresWakeup = (
  db: Knex,
  connection: Connection,
  onError: (error: unknown) => void,
): Wakeup => {
  const self = randomUUID();
  const grown = new Map<number, number>();
  const signals: (readonly [number, Signal])[] = [];
  let isWaiting = false;
  let telling: Promise<unknown> = Promise.resolve();

  const send = (news: Omit<News, "from">): Promise<void> =>
    db
      .raw("SELECT pg_notify(?, ?)", [topic, JSON.stringify({ from: self, ...news })])
      .then(() => undefined, onError);

  /** As many as go into one payload. One that is too large by itself fails as it is sent. */
  const nextSignals = (): News["signals"] => {
    let bytes = 0;
    const fitting = signals.findIndex((signal) => {
      bytes += Buffer.byteLength(JSON.stringify(signal)) + 1;
      return bytes > mostBytes;
    });
    return signals.splice(0, fitting === -1 ? signals.length : Math.max(1, fitting));
  };

  /** One after the other: what is signalled later must not be heard first. */
  const tell = (): void => {
    isWaiting = false;
    const news: Omit<News, "from">[] = grown.size > 0 ? [{ grown: [...grown], signals: [] }] : [];
    grown.clear();
    while (signals.length > 0) news.push({ grown: [], signals: nextSignals() });
    for (const one of news) telling = telling.then(() => send(one));
  };

  const gather = (): void => {
    if (!isWaiting) setTimeout(tell, gatherMilliseconds).unref();
    isWaiting = true;
  };

  return {
    announce: (realmId, position) => {
      grown.set(realmId, position);
      gather();
    },

    signal: (realmId, signal) => {
      signals.push([realmId, signal]);
      gather();
    },

    listen: async (listener) => {
      let closed = false;
      let client: Client | undefined;
      const hear = (payload: string | undefined): void => {
        const news = JSON.parse(payload ?? "{}") as News;
        if (news.from === self) return;
        for (const [realmId, position] of news.grown) listener.grown(realmId, position);
        for (const [realmId, signal] of news.signals) listener.signalled(realmId, signal);
      };
      const connect = async (): Promise<void> => {
        const fresh = new Client(driverSettings(connection));
        client = fresh;
        fresh.on("notification", ({ payload }) => hear(payload));
        fresh.on("error", onError);
        fresh.on("end", () => {
          if (!closed) setTimeout(() => void connect().catch(onError), reconnectMilliseconds).unref();
        });
        await fresh.connect();
        await fresh.query(`LISTEN ${topic}`);
      };
      await connect();
      return {
        close: async () => {
          closed = true;
          // What was announced last goes out too, before the database is let go.
          tell();
          await telling;
          await client?.end();
        },
      };
    },
  };
};
