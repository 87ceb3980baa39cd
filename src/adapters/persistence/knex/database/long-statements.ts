import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { millisecondsIn } from "../../../../domain/units/time";
import type { UpgradeOptions } from "./brief-locks";
import { query } from "./rows";

const firstLineAfter = 3000;

/** Begins a wait. @returns whether it is time for a line about it in the log: after three seconds, and then once a minute. */
export const longWait = (): (() => boolean) => {
  const begun = Date.now();
  let due = firstLineAfter;
  return () => {
    if (Date.now() - begun < due) return false;
    due += millisecondsIn.minute;
    return true;
  };
};

const beat = 250;

interface Session {
  readonly pid: number;
  readonly name: string;
  readonly role: string | null;
}

const described = ({ pid, name, role }: Session): string =>
  `process ${pid} (${name || "without a name"}${role === null ? "" : `, role ${role}`})`;

/** The sessions that a backend waits for, for the log; undefined if it waits for nobody. */
const waitedFor = async (db: Knex, pid: number): Promise<string | undefined> => {
  const sessions = await query<Session>(
    db,
    `SELECT pid, application_name AS name, usename::text AS role FROM pg_stat_activity
     WHERE pid = ANY(pg_blocking_pids(?)) ORDER BY pid`,
    [pid],
  );
  return sessions.length === 0 ? undefined : sessions.map(described).join(", ");
};

interface Watched extends UpgradeOptions {
  readonly pid: number;
  readonly what: string;
}

/** Says in the log what a statement waits for, and cancels it once the start is to end. */
const watch = async (
  db: Knex,
  { pid, what, ending, warn }: Watched,
  finished: AbortSignal,
): Promise<void> => {
  const isLineDue = longWait();
  const look = async (): Promise<void> => {
    if (ending?.aborted) await query(db, "SELECT pg_cancel_backend(?)", [pid]);
    else if (isLineDue()) {
      const others = await waitedFor(db, pid);
      warn?.(
        others === undefined
          ? `${what} takes a while`
          : `${what} waits for the transactions of other sessions: ${others}`,
      );
    }
  };
  while (!finished.aborted) {
    // Again and again: a cancellation that arrives between two statements is lost, and one look may lose its connection.
    await look().catch(() => undefined);
    await sleep(beat, undefined, { signal: finished }).catch(() => undefined);
  }
};

/** Runs a statement that may take hours, outside a transaction. `what` names it in the log. Needs two connections. */
export const runLong = async (
  db: Knex,
  what: string,
  statement: string,
  options: UpgradeOptions,
): Promise<void> => {
  options.ending?.throwIfAborted();
  const connection = await db.client.acquireConnection();
  const finished = new AbortController();
  try {
    const { rows } = await db.raw("SELECT pg_backend_pid() AS pid").connection(connection);
    const watching = watch(db, { ...options, pid: rows[0].pid, what }, finished.signal);
    try {
      await db.raw(statement).connection(connection);
    } finally {
      finished.abort();
      await watching;
    }
  } catch (error) {
    options.ending?.throwIfAborted();
    throw error;
  } finally {
    await db.client.releaseConnection(connection);
  }
};
