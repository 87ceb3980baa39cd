import type { Knex } from "knex";
import knex from "knex";
import type { ConnectionSettings } from "../../../src/adapters/persistence/knex/database/database";

/** The PostgreSQL of one jest run, in the form that its workers get. */
export interface TestServer {
  /** The prefix of the run's databases. */
  readonly run: string;
  readonly connection: ConnectionSettings;
  /** How it copies a database: files are faster to copy, if the server needn't wait for a disk to store them. */
  readonly strategy: "FILE_COPY" | "WAL_LOG";
}

const variable = "PARLEY_TEST_SERVER";

export const publishServer = (server: TestServer): void => {
  process.env[variable] = JSON.stringify(server);
};

export const publishedServer = (): TestServer => {
  const text = process.env[variable];
  if (text === undefined)
    throw new Error("No PostgreSQL: jest must run tests/support/jest/database-setup.ts first");
  return JSON.parse(text);
};

export const templateOf = ({ run }: TestServer): string => `${run}_template`;

/** Another database on the same server. */
export const inDatabase = (connection: ConnectionSettings, database: string): ConnectionSettings => {
  if (typeof connection !== "string") return { ...connection, database };
  const url = new URL(connection);
  url.pathname = `/${database}`;
  return url.href;
};

/** Runs statements that belong to no database of ours, on a separate connection. */
export const onServer = async <A>(
  connection: ConnectionSettings,
  use: (db: Knex) => Promise<A>,
): Promise<A> => {
  const db = knex({ client: "pg", connection, pool: { min: 0, max: 1 } });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
};

/** We can't end a running autovacuum in it, so it is tried again. */
export const dropDatabase = async (db: Knex, name: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      await db.raw(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      if (attempt === dropAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt));
    }
};

const dropAttempts = 8;
