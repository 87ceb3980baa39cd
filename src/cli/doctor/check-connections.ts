import type { Knex } from "knex";
import { connectedProcesses } from "../../adapters/persistence/knex/database/connected-processes";
import {
  type ConnectedProcess,
  connectionNamePrefix,
  isHere,
  processKey,
} from "../../adapters/persistence/knex/database/connection-name";
import { connectionsOf } from "../../composition/adapters/connection-counts";
import { processCount } from "../../composition/adapters/process-count";
import type { Config } from "../../config/config";
import { doubtful, type Finding, fine } from "./finding";

interface Report {
  readonly most: number;
  /** For superusers and roles of its choice. */
  readonly reserved: number;
  /** Connections of other programs, to any database. */
  readonly foreign: number;
}

const ask = async (db: Knex): Promise<Report> => {
  const { rows } = await db.raw<{ rows: readonly [Report] }>(
    `SELECT current_setting('max_connections')::integer AS most,
       current_setting('superuser_reserved_connections')::integer
         + coalesce(current_setting('reserved_connections', true)::integer, 0) AS reserved,
       -- A role doesn't see what other roles' sessions are, but how many there are in each database.
       greatest(0, (SELECT sum(numbackends) FROM pg_stat_database) - (SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND starts_with(application_name, :prefix)))::integer AS foreign`,
    { prefix: connectionNamePrefix },
  );
  return rows[0];
};

/** How many processes serve clients: those connected, and those of this node even if it isn't running. */
const countProcesses = (connected: readonly ConnectedProcess[], ofNode: number): number => {
  // A process may have connections with two names.
  const others = [...new Map(connected.map((one) => [processKey(one), one])).values()].filter(
    (one) => one.pid !== process.pid || !isHere(one),
  );
  const here = others.filter(isHere).length;
  return others.length - here + Math.max(here, ofNode);
};

/** Whether the database accepts as many connections as all processes may open. */
export const checkConnections = async (db: Knex, config: Config): Promise<Finding> => {
  const { most, reserved, foreign } = await ask(db);
  const usable = most - reserved;
  // No other node uses an embedded database.
  const processes =
    config.databaseUrl === undefined
      ? processCount(config)
      : countProcesses(await connectedProcesses(db), processCount(config));
  const needed = processes * connectionsOf(config);
  const summary = `${processes === 1 ? "1 process" : `${processes} processes`} may open ${needed} together`;
  if (needed > usable)
    return doubtful(
      "Connections",
      `${summary}, and the database accepts ${usable}. Set its max_connections to ${needed + reserved} or more, or lower PARLEY_DATABASE_POOL`,
    );
  return needed + foreign > usable
    ? doubtful(
        "Connections",
        `${summary}, and the database accepts ${usable}, of which other programs use ${foreign}. Set its max_connections to ${needed + foreign + reserved} or more, or lower PARLEY_DATABASE_POOL`,
      )
    : fine("Connections", `${summary}, and the database accepts ${usable}`);
};
