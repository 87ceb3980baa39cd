import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from "../../adapters/persistence/embedded/embedded-postgres";
import type { UpgradeOptions } from "../../adapters/persistence/knex/database/brief-locks";
import { type ConnectionSettings, openDatabase } from "../../adapters/persistence/knex/database/database";
import { followHistory, restoreOf } from "../../adapters/persistence/knex/database/database-history";
import { migrate } from "../../adapters/persistence/knex/database/migrate";
import type { Config } from "../../config/config";
import { codeOf, messageOf } from "../../domain/codec/caught";
import { type Component, component } from "../lifecycle/lifecycle";
import { embeddedConnections } from "./connection-counts";

/** The database. Its schema is up to date once it has started. */
export interface Storage extends Component {
  readonly db: Knex;
  /** Its connection settings, once it has started. */
  readonly connection: () => ConnectionSettings;
  /** Resolves if the embedded database ends unexpectedly. */
  readonly failed: Promise<string>;
}

interface Options {
  readonly log: (line: string) => void;
  /** Receives a line for operators when migrating takes long. */
  readonly warn?: ((line: string) => void) | undefined;
  /** Whether to use the database of a server running on the same data folder, as commands do. */
  readonly mayUseRunningServer: boolean;
  /** How many processes use an embedded database; one by default. */
  readonly processes?: number;
  /** Whether to skip migrations, for a command that only reads. */
  readonly leavesSchema?: boolean;
  /** The name of its connections, if this process serves. */
  readonly name?: string | undefined;
}

const connectionFile = (dataDir: string): string => join(dataDir, "connection.json");

/** Milliseconds: the embedded PostgreSQL needs time to flush its data. */
const stopsWithin = 30_000;

/** The configured PostgreSQL server, or the embedded one. */
export const storageOf = (config: Config, options: Options): Storage => {
  let source: Source | undefined;
  let fail: (line: string) => void = () => {};
  const failed = new Promise<string>((resolve) => {
    fail = resolve;
  });
  const connection = (): ConnectionSettings => {
    if (source === undefined) throw new Error("The database hasn't been started");
    return source.connection;
  };
  const db = openDatabase(connection, { poolSize: config.databasePoolSize, name: options.name });
  const stop = async (): Promise<void> => {
    await db.destroy();
    await source?.stop();
  };
  return {
    name: "database",
    db,
    connection,
    failed,
    stop,
    stopsWithin,
    start: async (ending) => {
      source = await chooseSource(config, options);
      void source.failed.then(fail);
      try {
        if (options.leavesSchema) return;
        await migrated(connection, { ending, warn: options.warn });
        // A server's history is watched, so what can't be reached now is followed later.
        await followHistory(db, restoreOf(config)).catch((error) => {
          if (config.databaseUrl === undefined) throw error;
        });
      } catch (error) {
        await stop();
        throw config.databaseUrl === undefined
          ? error
          : new Error(`Can't use the database at DATABASE_URL: ${reason(error)}`);
      }
    },
  };
};

/** A database that another process has started and migrated. */
export const startedStorage = (
  config: Config,
  connection: ConnectionSettings,
  name?: string | undefined,
): Storage => {
  const db = openDatabase(connection, { poolSize: config.databasePoolSize, name });
  return {
    ...component("database", { stop: () => db.destroy() }),
    db,
    connection: () => connection,
    failed: never,
  };
};

/** Node's error for a host with several unreachable addresses has no message. */
const reason = (error: unknown): string => messageOf(error) || codeOf(error) || String(error);

interface Source {
  readonly connection: ConnectionSettings;
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}

const never = new Promise<string>(() => {});

const chooseSource = async (
  config: Config,
  { log, mayUseRunningServer, processes = 1 }: Options,
): Promise<Source> => {
  if (config.databaseUrl !== undefined)
    return { connection: config.databaseUrl, failed: never, stop: async () => {} };
  const file = connectionFile(config.dataDir);
  try {
    const embedded = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log,
      connections: embeddedConnections(config, processes),
    });
    writeFileSync(file, JSON.stringify(embedded.connection), { mode: 0o600 });
    return {
      connection: embedded.connection,
      failed: embedded.exited,
      stop: async () => {
        rmSync(file, { force: true });
        await embedded.stop();
      },
    };
  } catch (error) {
    if (!mayUseRunningServer || !(error instanceof EmbeddedPostgresError) || !existsSync(file)) throw error;
    return { connection: JSON.parse(readFileSync(file, "utf8")), failed: never, stop: async () => {} };
  }
};

/** Milliseconds that steps of the database have to end by themselves, once the start is to end. */
const endsWithin = 2000;

/**
 * Migrates the schema on connections without a time limit. Rejects soon after the signal, whether or not the database answers: what
 * still runs is left alone, and ends with this process.
 */
const migrated = async (connection: () => ConnectionSettings, options: UpgradeOptions): Promise<void> => {
  const patient = openDatabase(connection, { poolSize: 3, statementsWithin: 0 });
  const migrating = migrate(patient, options);
  const finished = migrating.finally(() => patient.destroy());
  finished.catch(() => undefined);
  await Promise.race([finished, overdue(options.ending)]);
};

/** Rejects a while after the signal. */
const overdue = async (ending: AbortSignal = new AbortController().signal): Promise<never> => {
  if (!ending.aborted) await once(ending, "abort");
  await sleep(endsWithin, undefined, { ref: false });
  throw ending.reason;
};
