import type { Knex } from "knex";
import { type ConnectedProcess, connectionNamePrefix, readConnectionName } from "./connection-name";

/** The processes connected to the database, whichever role they use: PostgreSQL shows every role the names of connections. */
export const connectedProcesses = async (db: Knex): Promise<readonly ConnectedProcess[]> => {
  const { rows } = await db.raw<{ rows: readonly { readonly name: string }[] }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND starts_with(application_name, ?) ORDER BY name`,
    [connectionNamePrefix],
  );
  return rows.map(({ name }) => readConnectionName(name) ?? { pid: 0, host: name, serving: undefined });
};
