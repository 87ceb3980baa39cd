import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { Client } from "pg";
import { withTimeout } from "../../application/with-timeout";
import { type Connection, driverSettings, sessionSettings } from "../persistence/knex/database/database";
import type { Bus, BusConnection } from "./bus";

const topic = "parley_log";
/** PostgreSQL requires payloads shorter than 8000 bytes. */
const mostBytes = 7999;
/** Hints needn't be durable, so nobody waits for the disk. */
const notify = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(?, ?)";
const connectMilliseconds = 5000;
const keepAliveMilliseconds = 2000;
const answerMilliseconds = 3000;
const goodbyeMilliseconds = 1000;

/**
 * Closes a connection. During a statement pg drops it; otherwise pg sends a goodbye, which may never arrive.
 */
const end = async (client: Client): Promise<void> => {
  const waited = sleep(goodbyeMilliseconds, undefined, { ref: false });
  await Promise.race([client.end().catch(() => undefined), waited]);
};

/** NOTIFY: every process on the database receives everything. */
export const postgresBus = (db: Knex, connection: Connection): Bus => ({
  mostBytes,
  mostPayloads: 1,
  isByRealm: false,

  connect: async (receive, onError): Promise<BusConnection> => {
    const client = new Client({
      ...driverSettings(connection),
      connectionTimeoutMillis: connectMilliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMilliseconds,
    });
    client.on("error", onError);
    client.on("notification", ({ payload }) => receive(payload ?? ""));
    const ended = new Promise((resolve) => client.once("end", () => resolve(undefined)));
    try {
      await client.connect();
      const opening = `${sessionSettings()}; LISTEN ${topic}`;
      await withTimeout("PostgreSQL didn't answer LISTEN", answerMilliseconds, client.query(opening));
    } catch (error) {
      await end(client);
      throw error;
    }
    return {
      ended,
      follow: async () => undefined,
      leave: async () => undefined,
      check: () => client.query("SELECT 1"),
      close: () => end(client),
    };
  },

  publish: async (messages) => {
    for (const { payload } of messages) await db.raw(notify, [topic, payload]);
  },
});
