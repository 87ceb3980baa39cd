import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import {
  type ConnectionSettings,
  openDatabase,
} from "../../../src/adapters/persistence/knex/database/database";
import {
  dropDatabase,
  inDatabase,
  onServer,
  publishedServer,
  type TestServer,
  templateOf,
} from "./postgres-server";

export interface TestDatabase {
  readonly db: Knex;
  readonly connection: ConnectionSettings;
  destroy(): Promise<void>;
}

const inUse = "55006";

/** PostgreSQL won't copy a template while another copy of it is being made. */
const cloneTemplate = async (db: Knex, name: string, server: TestServer): Promise<void> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      await db.raw(`CREATE DATABASE ${name} TEMPLATE ${templateOf(server)} STRATEGY ${server.strategy}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== inUse || attempt === 10) throw error;
      await sleep(50 * attempt);
    }
};

/** An empty database with our tables, which nobody else uses. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const server = publishedServer();
  const name = `${server.run}_${randomBytes(6).toString("hex")}`;
  await onServer(server.connection, (db) => cloneTemplate(db, name, server));
  const connection = inDatabase(server.connection, name);
  const db = openDatabase(connection);
  return {
    db,
    connection,
    destroy: async () => {
      await db.destroy();
      await onServer(server.connection, (admin) => dropDatabase(admin, name));
    },
  };
};

/** Lends a database without tables. */
export const withEmptyDatabase = async (
  use: (connection: ConnectionSettings) => Promise<void>,
  options = "",
): Promise<void> => {
  const { run, connection } = publishedServer();
  const name = `${run}_${randomBytes(6).toString("hex")}`;
  await onServer(connection, (db) => db.raw(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`));
  try {
    await use(inDatabase(connection, name));
  } finally {
    await onServer(connection, (db) => dropDatabase(db, name));
  }
};
