import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from "../adapters/persistence/embedded/embedded-postgres";
import { type ConnectionSettings, migrate, openDatabase } from "../adapters/persistence/knex/database";
import type { Config } from "../config/config";

/** A database that is open and up to date. */
export interface Storage {
  readonly db: Knex;
  readonly connection: ConnectionSettings;
  /** Resolves if the database that belongs to this process ends by itself. */
  readonly failed: Promise<string>;
  close(): Promise<void>;
}

interface Options {
  readonly log: (line: string) => void;
  /** Whether to use the database of a server that runs on the same data folder: for commands beside it. */
  readonly beside: boolean;
}

const connectionFile = (dataDir: string): string => join(dataDir, "connection.json");

/** Opens the configured PostgreSQL server, or starts our own. DESIGN §3. */
export const openStorage = async (config: Config, options: Options): Promise<Storage> => {
  const source = await chooseSource(config, options);
  const db = openDatabase(source.connection, config.databasePoolSize);
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    await source.stop();
    throw config.databaseUrl === undefined ? error : new Error(`DATABASE_URL: ${reason(error)}`);
  }
  return {
    db,
    connection: source.connection,
    failed: source.failed,
    close: async () => {
      await db.destroy();
      await source.stop();
    },
  };
};

/** Node's error of a host with several addresses, none of which answers, has no message of its own. */
const reason = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
};

interface Source {
  readonly connection: ConnectionSettings;
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}

const never = new Promise<string>(() => {});

const chooseSource = async (config: Config, { log, beside }: Options): Promise<Source> => {
  if (config.databaseUrl !== undefined)
    return { connection: config.databaseUrl, failed: never, stop: async () => {} };
  const file = connectionFile(config.dataDir);
  try {
    const own = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    writeFileSync(file, JSON.stringify(own.connection), { mode: 0o600 });
    return {
      connection: own.connection,
      failed: own.exited,
      stop: async () => {
        rmSync(file, { force: true });
        await own.stop();
      },
    };
  } catch (error) {
    if (!beside || !(error instanceof EmbeddedPostgresError) || !existsSync(file)) throw error;
    return { connection: JSON.parse(readFileSync(file, "utf8")), failed: never, stop: async () => {} };
  }
};
