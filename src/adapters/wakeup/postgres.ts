import type { Knex } from "knex";
import { Client } from "pg";
import type { Wakeup } from "../../application/ports/wakeup";
import type { ConnectionSettings } from "../persistence/knex/database";

const topic = "parley_log";
/** Announcements within this time go out as one: a listener needs only the newest position. */
const gatherMilliseconds = 10;
const reconnectMilliseconds = 1000;

/** Wakes other processes on the same database by NOTIFY. It tells positions only, never what happened. */
export const postgresWakeup = (
  db: Knex,
  connection: ConnectionSettings,
  onError: (error: unknown) => void,
): Wakeup => {
  const waiting = new Map<number, number>();

  let telling: Promise<unknown> = Promise.resolve();

  const tell = (): void => {
    if (waiting.size === 0) return;
    const news = JSON.stringify([...waiting]);
    waiting.clear();
    telling = db.raw("SELECT pg_notify(?, ?)", [topic, news]).then(() => undefined, onError);
  };

  return {
    announce: (realmId, position) => {
      if (waiting.size === 0) setTimeout(tell, gatherMilliseconds).unref();
      waiting.set(realmId, position);
    },

    listen: async (heard) => {
      let closed = false;
      let client: Client | undefined;
      const connect = async (): Promise<void> => {
        const fresh = new Client(
          typeof connection === "string" ? { connectionString: connection } : { ...connection },
        );
        client = fresh;
        fresh.on("notification", ({ payload }) => {
          for (const [realmId, position] of JSON.parse(payload ?? "[]") as [number, number][])
            heard(realmId, position);
        });
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
