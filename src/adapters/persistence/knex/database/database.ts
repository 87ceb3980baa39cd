import knex, { type Knex } from "knex";
import { type ClientBase, type QueryResult, types } from "pg";
import { millisecondsIn } from "../../../../domain/units/time";
import { connectionName } from "./connection-name";
import { migrations } from "./migrations";
import { askReadOnly, onlyReads, replaceReadOnly } from "./read-only-connections";
import { sessionSettings } from "./session-settings";
import { closeWhenSilent } from "./silent-connections";

export { sessionSettings } from "./session-settings";

const int8 = 20;
// Every bigint of our schema is an id or a time, far below 2^53.
types.setTypeParser(int8, Number);

export type ConnectionSettings =
  | string
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };

/** Where a database is; a function where that is known only after the database started. */
export type Connection = ConnectionSettings | (() => ConnectionSettings);

/** The options of the driver. */
export const driverSettings = (connection: Connection, name = connectionName) => {
  const settings = typeof connection === "function" ? connection() : connection;
  const named = { fallback_application_name: name };
  return typeof settings === "string" ? { ...named, connectionString: settings } : { ...named, ...settings };
};

/** How a pool's connections behave. */
interface PoolOptions {
  readonly poolSize?: number;
  /** The server cancels a statement after this many milliseconds; 0 for no limit. */
  readonly statementsWithin?: number;
  /** The server ends a transaction that is idle for this many milliseconds. */
  readonly pausesWithin?: number;
  /** A connection that doesn't answer within this many milliseconds is closed, and its query fails. */
  readonly answersWithin?: number;
  /** The name of its connections, if it says more than which process they belong to. */
  readonly name?: string | undefined;
}

const usualPoolSize = 10;
/** Time limits of statements by purpose: each takes milliseconds unless something is wrong. */
export const statementLimits = {
  /** Reads for a request: a user waits for it, and other requests for its connection. */
  read: 5000,
  /** A commit of a realm's lane: all writers of the realm wait for it. */
  commit: 10_000,
  /** Background work over all stored data; nobody waits for it. */
  background: millisecondsIn.minute,
} as const;
/** Milliseconds that an answer may take beyond the statement's limit. */
const onTheWay = 5000;
/**
 * Milliseconds after which the server ends an idle transaction: its node has frozen or vanished. Transactions that wait for
 * its locks then have time left to do their work.
 */
export const longestPause = 3000;
/** The same for background work and upgrades, which have more to do between statements. */
export const patientPause = 5000;
const connectWithin = 10_000;

const pooled = (limits: string) => ({
  afterCreate: (
    connection: ClientBase,
    done: (error: Error | null, connection: ClientBase) => void,
  ): void => {
    closeWhenSilent(connection);
    void connection.query(`${limits}; ${askReadOnly}`, (error: Error | null, result: unknown) => {
      // The driver's types know of one statement at a time.
      if (!error) replaceReadOnly(connection, onlyReads(result as readonly QueryResult[]));
      done(error, connection);
    });
  },
});

const nothing = (): void => {};
/** Knex would also print errors that the caller receives and logs. */
const silent = { warn: nothing, error: nothing, debug: nothing, deprecate: nothing };

/** Knex puts the statement before the reason, but logs and error handlers need only the reason. */
const keepReason = (error: Error, { sql }: { readonly sql: string }): void => {
  const before = `${sql} - `;
  if (error.message.startsWith(before)) error.message = error.message.slice(before.length);
};

/** A pool on PostgreSQL 15 or newer. It connects at its first query. */
export const openDatabase = (
  connection: Connection,
  {
    poolSize = usualPoolSize,
    statementsWithin = statementLimits.read,
    pausesWithin = statementsWithin === 0 ? patientPause : longestPause,
    answersWithin = statementsWithin === 0 ? 0 : statementsWithin + onTheWay,
    name,
  }: PoolOptions = {},
): Knex => {
  const limits = {
    statement_timeout: `${statementsWithin}`,
    idle_in_transaction_session_timeout: `${pausesWithin}`,
  };
  return knex({
    client: "pg",
    connection: () => ({
      ...driverSettings(connection, name),
      query_timeout: answersWithin,
      connectionTimeoutMillis: connectWithin,
      keepAlive: true,
    }),
    pool: { min: 0, max: poolSize, ...pooled(sessionSettings(limits)) },
    log: silent,
    // Otherwise errors begin with the statement's values as well.
    compileSqlOnError: false,
    migrations: {
      migrationSource: migrations,
      tableName: "parley_migrations",
      // During an upgrade, nodes of the version before start on a database that the newer one has migrated.
      disableMigrationsListValidation: true,
    },
  }).on("query-error", keepReason);
};
